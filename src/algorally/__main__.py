"""`python -m algorally` is the command line."""

from algorally.cli import main

main()
