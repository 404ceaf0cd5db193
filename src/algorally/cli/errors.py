"""Whatever goes wrong becomes one sentence on standard error, and an exit status."""

import contextlib
import io
import os
import sys
from collections.abc import Iterator

import typer

from algorally.cli.output import complain, note
from algorally.core.errors import AlgorallyError

FAILED, BAD_INPUT, OUR_FAULT, INTERRUPTED = 1, 2, 3, 130
TRACE = "ALGORALLY_TRACE"  # set to anything to see where an unexpected error comes from


@contextlib.contextmanager
def sentences() -> Iterator[None]:
    """Run a command so that its user never sees a traceback."""
    try:
        yield
    except AlgorallyError as error:
        raise failure(str(error)) from error
    except KeyboardInterrupt as error:
        if sys.stderr.isatty():
            note("")  # what follows begins on a line of its own
        raise typer.Exit(INTERRUPTED) from error
    except EOFError as error:
        raise typer.Exit from error
    except BrokenPipeError as error:
        end_output()
        raise typer.Exit from error
    except (OSError, UnicodeError) as error:
        raise failure(file_problem(error)) from error
    except SystemExit as error:
        raise (failure(error.code) if isinstance(error.code, str) else error) from None
    except Exception as error:
        if is_ordinary(error) or os.environ.get(TRACE):
            raise
        raise failure(surprise(error), OUR_FAULT) from error


def failure(sentence: str, status: int = BAD_INPUT) -> typer.Exit:
    """Complain, and the exit to be raised."""
    complain(sentence)
    return typer.Exit(status)


def is_ordinary(error: Exception) -> bool:
    """Whether an exception is how the command line library itself ends a command."""
    return hasattr(error, "exit_code") or isinstance(error, typer.Abort)


def surprise(error: Exception) -> str:
    """An error that should not have happened."""
    what = f"{type(error).__name__}: {error}".rstrip(": ").splitlines()[0]
    return (
        f"this should not have happened, please report it: {what}"
        f" (with {TRACE}=1 you see where it happened)"
    )


def file_problem(error: OSError | UnicodeError) -> str:
    """What is wrong with a file, in words."""
    if isinstance(error, UnicodeDecodeError):
        return "the file is not UTF-8 text"
    if isinstance(error, UnicodeError):
        return f"a character cannot be written here: {error}"
    words = {
        FileNotFoundError: "there is no such file or folder",
        IsADirectoryError: "this is a folder, not a file",
        NotADirectoryError: "a part of the path is a file, not a folder",
        PermissionError: "permission denied",
    }
    why = words.get(type(error)) or (error.strerror or str(error)).lower()
    return f"{error.filename}: {why}" if error.filename else why


def open_streams() -> None:
    """A stream that was closed before we began is empty, or swallows what is written to it."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()


def end_output() -> None:
    """Write out what is left; quietly, if whoever read it has gone."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except ValueError:
            pass
