"""Rules are plain Python functions; here they get their numbers and are compiled.

One switch, the environment variable ALGORALLY_MODE, says how they run:
`compiled` (the default), `checked` (compiled, with every array index checked) or
`interpreted` (plain Python, for reading, debugging and coverage). The bytes are the same in all.
"""

import contextlib
import hashlib
import os
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, cast

from numba import config as numba_config
from numba import typeof as numba_typeof
from numba.core import event as numba_event
from numba.core import types as numba_types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.funcdesc import default_mangler
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


# A rule never falls back to Python, holds up no other thread and divides without raising.
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
MANGLED = "_ZN"  # how names of functions begin in machine code
LINKED = "linked"  # and our names of those that are called where they lie


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


def _callees_last(libraries: list[Any]) -> list[Any]:
    """Each library once, behind all that call what is in it.

    What nobody has asked for by then is left out when a library is linked.
    """
    return list(dict.fromkeys(reversed(libraries)))[::-1]


class _InnerCode(JITCodeLibrary):
    """Code that is only linked into that of others, and optimised there."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True


class _OuterCode(JITCodeLibrary):
    """Code that holds all that it calls, but for what is called where it lies."""

    def finalize(self) -> None:
        self._linking_libraries = _callees_last(self._linking_libraries)
        super().finalize()  # type: ignore[no-untyped-call]

    def _verify_declare_only_symbols(self) -> None:
        """A name that leads nowhere would end the process when it is called."""
        super()._verify_declare_only_symbols()  # type: ignore[no-untyped-call]
        engine: Any = self._codegen._engine
        for function in self._final_module.functions:
            name = function.name
            is_ours = name.startswith(MANGLED) and function.is_declaration
            if is_ours and not engine.is_symbol_defined(name):
                raise AssertionError(f"{self.name} calls {name}, which is not there")


def _lasting_name(name: str, kinds: Any, *, uid: int | None = None, **_: Any) -> str:
    """What a function is called in machine code.

    Numba counts functions and types, so its names differ from process to process, and two that
    meet in one may have the same: only types that are spelled out tell them apart. What is linked
    is found by its name in every process, so it has no number.
    """
    told = hashlib.sha256(" ".join(str(kind) for kind in kinds).encode()).hexdigest()
    number = None if name.rpartition(".")[2].startswith(f"{LINKED}_") else uid
    return str(default_mangler(f"{name}.{told}", (), uid=number))  # type: ignore[no-untyped-call]


class _InnerCompiler(Compiler):
    """Numba's compiler, up to where others can link what it has made."""

    def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
        code = _InnerCode(target.codegen(), "rule")  # type: ignore[no-untyped-call]
        super().__init__(typing, target, code, *rest)  # type: ignore[no-untyped-call]
        self.state.targetctx = self.state.targetctx.subtarget(mangler=_lasting_name)
        flags = self.state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True


class _OuterCompiler(Compiler):
    """Numba's compiler, for what Python calls."""

    def __init__(self, typing: Any, target: Any, _: Any, *rest: Any) -> None:
        code = _OuterCode(target.codegen(), "loop")  # type: ignore[no-untyped-call]
        code.enable_object_caching()  # type: ignore[no-untyped-call]
        super().__init__(typing, target, code, *rest)  # type: ignore[no-untyped-call]


class _LinkedCompiler(_OuterCompiler):
    """The same, but what it makes has a lasting name."""

    def __init__(self, typing: Any, target: Any, *rest: Any) -> None:
        super().__init__(typing, target, *rest)
        self.state.targetctx = self.state.targetctx.subtarget(mangler=_lasting_name)


class _InnerDispatcher(CPUDispatcher):
    """A function as compiled functions call it."""

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(widen(argument) for argument in args), kws)

    def add_overload(self, result: Any) -> None:
        self.overloads[tuple(result.signature.args)] = result
        context: Any = self.targetctx
        needed = [result.library, *_callees_last(result.library._linking_libraries)]
        context.insert_user_function(result.fndesc, result.fndesc, needed)

    def get_overload(self, signature: Any) -> Any:
        result: Any = self.overloads[tuple(signature)]
        return result.fndesc


class _KeptDispatcher(CPUDispatcher):
    """A function whose machine code is kept; compiled functions call its inner one."""

    def __init__(self, function: Any, home: str, compiler: type[Compiler]) -> None:
        super().__init__(function, {}, OPTIONS, compiler)
        config.CACHE_DIR = str(cache_folder(home, MODE))
        self.enable_caching()
        self._inner = _InnerDispatcher(function, {}, OPTIONS, _InnerCompiler)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self._inner.get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        return self._inner.get_overload(signature)


class _LinkedDispatcher(_KeptDispatcher):
    """A function with machine code of its own, which compiled functions call where it lies.

    Its code has to be there before any of its callers is loaded: they know it by its name alone,
    and a name that leads nowhere ends the process. So it has one signature that is known from the
    beginning; for others the function is written into its callers, as all are.
    """

    def __init__(self, function: Any, home: str, kinds: tuple[Any, ...]) -> None:
        super().__init__(function, home, _LinkedCompiler)
        self.kinds = kinds

    def make_ready(self) -> None:
        """Load it, or compile it."""
        if not self.overloads:
            self.compile(self.kinds)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        if tuple(widen(argument) for argument in args) == self.kinds:
            return CPUDispatcher.get_call_template(self, self.kinds, kws)
        return super().get_call_template(args, kws)

    def add_overload(self, result: Any) -> None:
        super().add_overload(result)
        context: Any = self.targetctx
        context.insert_user_function(result.fndesc, result.fndesc)

    def get_overload(self, signature: Any) -> Any:
        if tuple(signature) != self.kinds:
            return super().get_overload(signature)
        result: Any = self.overloads[self.kinds]
        return result.fndesc


def _linked_by(function: Any) -> Iterator[_LinkedDispatcher]:
    """All that a function links, or whatever it may call, at any depth."""
    waiting, seen = [function.__globals__], set()
    while waiting:
        names = waiting.pop()
        if id(names) not in seen:
            seen.add(id(names))
            for one in names.values():
                if isinstance(one, _LinkedDispatcher):
                    yield one
                elif isinstance(one, _Dispatcher):
                    waiting.append(one.py_func.__globals__)


class _Dispatcher(_KeptDispatcher):
    """Numba's dispatcher, but compiling once what compiled functions call.

    Numba itself would compile a rule anew for every constant and every width of number that
    another rule hands to it. And it would make machine code of each rule, which holds that of all
    the rules it calls, with a door to Python that nobody uses. Only what Python calls needs that;
    the first start took four times as long.
    """

    def __init__(self, function: Any, home: str) -> None:
        super().__init__(function, home, _OuterCompiler)

    def compile(self, sig: Any) -> Any:
        for one in _linked_by(self.py_func):
            one.make_ready()
        return super().compile(sig)


def compiled(function: Function, home: str = "") -> Function:
    """A function that rules may call; compiled unless the mode is interpreted."""
    FUNCTIONS.add((function.__module__, function.__qualname__))
    if MODE == "interpreted":
        return function
    return cast("Function", _Dispatcher(function, home or home_of(function.__module__)))


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


def linked(function: Function, *examples: Any) -> Function:
    """A large function as bound loops call it: compiled once for all, for such arguments.

    It is not written into them, so it is for functions that do far more than a call takes.
    """
    if MODE == "interpreted":
        return function
    plain = filled(cast("Any", function).py_func, LINKED)
    kinds = tuple(widen(numba_typeof(example)) for example in examples)  # type: ignore[no-untyped-call]
    return cast("Function", _LinkedDispatcher(plain, home_of(function.__module__), kinds))


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
