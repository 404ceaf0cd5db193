"""Which Algorally this is, also where it runs from its sources without being installed."""

VERSION = "0.1.0"
