"""The tables that are alive in this process, and whoever is connected to them."""
