"""What programs do wrong."""

# In a few words, after which comes what would have been right.
ADVICE = {
    "could not be started": "the command after run: starts in a terminal, in the same folder",
    "was not ready in time": 'the line with start is answered at once, with {"kind": "ready"}, and'
    " the output is flushed after every line",
    "answered start with what is not ready": '{"kind": "ready"}, perhaps with wants',
    "ended by itself": "a program reads line after line until its standard input ends",
    "flooded": "a line for each question, and little to standard error",
    "gave no answer in time": "one line for each plan, flushed, within its seconds",
    "answered late": "an answer comes within the seconds of its question",
    "wrote what is no message to standard output": "what is printed to find mistakes goes to"
    " standard error",
    "answered what is no answer": 'such as {"id": 7, "actions": [3, 12]} or {"id": 7, "text":'
    ' "..."}, on one line',
    "answered another question": "the id of the question is repeated in the answer",
    "answered a question twice": "one line for each question",
    "answered no plan": "an answer has at least one action in actions, or text, not both",
    "answered words that are no choice": "text is what people type; the words of legal are such",
    "answered an illegal action": "the first action is one of legal",
    "said that it failed": "an answer without error",
    "was not asked any more": "see what went wrong before",
}


class Trouble(Exception):
    """What a program did wrong, one of those above, and whatever else there is to know of it."""

    def __init__(self, problem: str, detail: str = "", *, fatal: bool = False) -> None:
        super().__init__(problem)
        self.problem, self.detail = problem, detail
        self.advice = ADVICE[problem]
        self.fatal = fatal  # whether there is no going on with this process


class HasEnded(Trouble):
    """There will be no more lines."""
