"""Rules are plain Python functions; here they get their numbers and are compiled.

One switch, the environment variable ALGORALLY_MODE, says how they run:
`compiled` (the default), `checked` (compiled, with every array index checked) or
`interpreted` (plain Python, for reading, debugging and coverage). The bytes are the same in all.
"""

import contextlib
import os
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from numba import config as numba_config
from numba.core import event as numba_event
from numba.core import types as numba_types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from algorally.core.cache import HOUSE, cache_folder, home_of

config: Any = numba_config  # Numba makes its settings as it reads the environment

MODES = ("compiled", "checked", "interpreted")
MODE = os.environ.get("ALGORALLY_MODE", MODES[0])

Function = TypeVar("Function", bound=Callable[..., Any])


class Where(NamedTuple):
    """The function that carries out a rule."""

    module: str
    name: str
    path: Path
    line: int
    sentence: str


RULES: dict[str, Where] = {}
FUNCTIONS: set[tuple[str, str]] = set()  # module and name of everything that is compiled


def choose_lane() -> None:
    """Tell Numba how to run; must happen before the first rule is declared."""
    if MODE not in MODES:
        raise SystemExit(f"ALGORALLY_MODE is {MODE!r}; it can be {', '.join(MODES)}")
    config.BOUNDSCHECK = int(MODE == "checked")


choose_lane()


def widen(argument: Any) -> Any:
    """The type that a rule is compiled for: every whole number is a 64-bit one."""
    if isinstance(argument, numba_types.IntEnumMember):
        return numba_types.int64
    plain = numba_types.unliteral(argument)  # type: ignore[no-untyped-call]
    return numba_types.int64 if isinstance(plain, numba_types.Integer) else plain


class _InnerCode(JITCodeLibrary):
    """Code that is only linked into that of others, and optimised there."""

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        self._finalized = True


class _InnerCompiler(Compiler):
    """Numba's compiler, up to where others can link what it has made."""

    def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
        code = _InnerCode(target.codegen(), "rule")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, code, *rest)  # type: ignore[no-untyped-call]
        flags = self.state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True


class _InnerDispatcher(CPUDispatcher):
    """A function as compiled functions call it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(widen(argument) for argument in args), kws)

    def add_overload(self, result: Any) -> None:
        self.overloads[tuple(result.signature.args)] = result
        context: Any = self.targetctx
        context.insert_user_function(result.fndesc, result.fndesc, [result.library])

    def get_overload(self, signature: Any) -> Any:
        result: Any = self.overloads[tuple(signature)]
        return result.fndesc


class _Dispatcher(CPUDispatcher):
    """Numba's dispatcher, but compiling once what compiled functions call.

    Numba itself would compile a rule anew for every constant and every width of number that
    another rule hands to it. And it would make machine code of each rule, which holds that of all
    the rules it calls, with a door to Python that nobody uses. Only what Python calls needs that;
    the first start took four times as long.
    """

    def __init__(self, function: Any, options: dict[str, Any], home: str) -> None:
        super().__init__(function, {}, options)
        config.CACHE_DIR = str(cache_folder(home, MODE))
        self.enable_caching()
        self._inner = _InnerDispatcher(function, {}, options, _InnerCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._inner.get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        return self._inner.get_overload(signature)


def compiled(function: Function, home: str = "") -> Function:
    """A function that rules may call; compiled unless the mode is interpreted."""
    FUNCTIONS.add((function.__module__, function.__qualname__))
    if MODE == "interpreted":
        return function
    options = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    return cast("Function", _Dispatcher(function, options, home or home_of(function.__module__)))


def rule(*numbers: str, in_python: bool = False) -> Callable[[Function], Function]:
    """Declare the one function of the rules with these numbers.

    With `in_python` the rule is a check of set-up data that is never compiled.
    """

    def declare(function: Function) -> Function:
        code = function.__code__
        sentence = " ".join((function.__doc__ or "").split("\n\n")[0].split())
        for number in numbers:
            if number in RULES:
                raise TypeError(f"{number} is already carried out by {RULES[number].name}")
            path = Path(code.co_filename)
            name = function.__qualname__
            RULES[number] = Where(function.__module__, name, path, code.co_firstlineno, sentence)
        return function if in_python else compiled(function)

    return declare


def filled(template: Function, name: str, **functions: Any) -> Function:
    """A loop for one game: the names that its template leaves open become that game's.

    A closure would do the same, but Numba cannot find a closure in its cache again.
    """
    names = {**template.__globals__, **functions}
    bound = types.FunctionType(template.__code__, names, template.__name__)
    bound.__qualname__ = f"{name}_{template.__name__}"
    bound.__module__ = template.__module__
    return cast("Function", bound)


def bind(template: Function, name: str, **functions: Callable[..., Any]) -> Function:
    """A loop of the core, compiled for one game."""
    homes = [home_of(function.__module__) for function in functions.values()]
    home = next((home for home in homes if home != HOUSE), HOUSE)
    return compiled(filled(template, name, **functions), home)


class _Listener(numba_event.Listener):
    """Calls back whenever Numba has compiled a function (not when it finds it in the cache)."""

    def __init__(self, done: Callable[[], None]) -> None:
        self.done = done

    def on_start(self, event: Any) -> None:
        """Nothing to say before it is done."""

    def on_end(self, event: Any) -> None:
        self.done()


@contextlib.contextmanager
def watch_compiling(done: Callable[[], None]) -> Iterator[None]:
    """Call `done` for every function that is compiled within the block."""
    with numba_event.install_listener("numba:compile", _Listener(done)):
        yield
