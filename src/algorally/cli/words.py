"""Small words."""


def times(count: int) -> str:
    """How often."""
    return "once" if count == 1 else f"{count} times"
