"""How strong bots can be, as the command line says it."""

USUAL = "casual"
SENTENCES = {
    "novice": "looks at only a handful of programs, and makes mistakes like a beginner",
    "casual": "looks at a few programs and takes one it likes",
    "solid": "looks at hundreds of programs of its turn",
    "expert": "also imagines what the others may do",
    "master": "thinks ahead through many possible games, as long as it may",
}


def in_lines() -> str:
    """The levels as they stand at the end of a command's help."""
    longest = max(map(len, SENTENCES))
    shown = "\n".join(f"  {name:{longest}}  {words}" for name, words in SENTENCES.items())
    return f"\b\nLevels of bots:\n{shown}"
