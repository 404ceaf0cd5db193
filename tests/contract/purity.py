"""What the source of a compiled function may not contain, found by reading it."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

DECORATORS = ("rule", "compiled")
PLACEHOLDERS = "algorally.core.placeholders"  # which stand for rules that are compiled
BUILT_IN = {"abs", "bool", "int", "len", "max", "min", "range"}
MATHEMATICS = {"math.exp", "math.sqrt"}  # bots alone go by chances; rules are made of whole numbers

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.Raise: "raises",
    ast.Try: "catches",
    ast.Assert: "asserts",
    ast.With: "opens a context",
    ast.JoinedStr: "makes a string",
    ast.List: "makes a list",
    ast.ListComp: "makes a list",
    ast.Dict: "makes a dict",
    ast.DictComp: "makes a dict",
    ast.Set: "makes a set",
    ast.SetComp: "makes a set",
    ast.GeneratorExp: "makes a generator",
    ast.Yield: "makes a generator",
    ast.YieldFrom: "makes a generator",
    ast.Await: "waits",
    ast.Lambda: "makes a function",
    ast.FunctionDef: "makes a function",
    ast.ClassDef: "makes a class",
    ast.Global: "changes a global",
    ast.Nonlocal: "changes a name outside",
    ast.Import: "imports",
    ast.ImportFrom: "imports",
    ast.Delete: "deletes",
}

Name = tuple[str, str]  # module and function


class Fault(NamedTuple):
    """Something that does not belong into a compiled function."""

    module: str
    function: str
    line: int
    complaint: str


class Module:
    """The source of a module, read for its compiled functions."""

    def __init__(self, name: str, source: str, every_function: bool = False) -> None:
        self.name = name
        body = ast.parse(source).body
        functions = [item for item in body if isinstance(item, ast.FunctionDef)]
        self.compiled = [item for item in functions if every_function or is_compiled(item)]
        self.names = {item.name: (name, item.name) for item in self.compiled}
        self.bound: dict[str, ast.expr] = {}  # templates with rules put in their places
        for item in body:
            if isinstance(item, ast.ImportFrom) and item.module:
                for alias in item.names:
                    self.names[alias.asname or alias.name] = (item.module, alias.name)
            elif name == PLACEHOLDERS and isinstance(item, ast.AnnAssign):
                target = ast.unparse(item.target)
                self.names[target] = (name, target)
            elif isinstance(item, ast.Assign) and is_bound(item.value):
                self.bound[ast.unparse(item.targets[0])] = item.value
        self.names |= {target: (name, target) for target in self.bound}

    def called(self, function: ast.FunctionDef) -> Iterator[tuple[int, str, Name | None]]:
        """Line, text and meaning of each call; None if it is nothing that this module names."""
        for node in body_of(function):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                yield node.lineno, name, self.names.get(name)


def is_compiled(function: ast.FunctionDef) -> bool:
    """Whether a function is decorated so that it is compiled."""
    for decorator in function.decorator_list:
        call = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = ast.unparse(call).rpartition(".")[2]
        if name in DECORATORS:
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            return not any(keyword.arg == "in_python" for keyword in keywords)
    return False


def is_bound(value: ast.expr) -> bool:
    """Whether a value is a template, compiled with some rules in the places it leaves open."""
    return isinstance(value, ast.Call) and ast.unparse(value.func) == "bind"


def body_of(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """All nodes of the body of a function, without its docstring, decorators and annotations."""
    statements = function.body[1:] if ast.get_docstring(function) is not None else function.body
    for statement in statements:
        yield from ast.walk(statement)


def complaint_about(node: ast.AST) -> str | None:
    """What is wrong with a node taken alone."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
        return "uses a string"
    return next((words for kind, words in FORBIDDEN.items() if isinstance(node, kind)), None)


def faults_in(modules: Iterable[Module]) -> list[Fault]:
    """Everything in compiled functions that does not belong there."""
    together = list(modules)
    known = {
        name for module in together for name in module.names.values() if name[0] == module.name
    }
    faults = []
    for module in together:
        for function in module.compiled:
            complaints = [
                (getattr(node, "lineno", function.lineno), words)
                for node in body_of(function)
                if (words := complaint_about(node))
            ]
            for line, name, meaning in module.called(function):
                if meaning not in known and name not in BUILT_IN | MATHEMATICS:
                    complaints.append((line, f"calls {name}, which is not compiled"))
            faults += [Fault(module.name, function.name, *found) for found in complaints]
    return faults + recursion_in(together)


def recursion_in(modules: list[Module]) -> list[Fault]:
    """Functions that call themselves, directly or by way of others."""
    calls: dict[Name, set[Name]] = {}
    lines: dict[Name, int] = {}
    for module in modules:
        for function in module.compiled:
            name = (module.name, function.name)
            lines[name] = function.lineno
            calls[name] = {called for _, _, called in module.called(function) if called}
        for target, value in module.bound.items():
            names = {ast.unparse(node) for node in ast.walk(value)}
            calls[module.name, target] = {module.names[name] for name in names & set(module.names)}
            lines[module.name, target] = value.lineno
    return [
        Fault(*name, lines[name], "calls itself")
        for name in calls
        if name in reached_from(name, calls)
    ]


def reached_from(start: Name, calls: dict[Name, set[Name]]) -> set[Name]:
    """All functions that one leads to."""
    reached: set[Name] = set()
    frontier = [start]
    while frontier:
        for called in calls.get(frontier.pop(), set()) - reached:
            reached.add(called)
            frontier.append(called)
    return reached


def read_modules(package: Path, folders: Iterable[str], templates: Iterable[str]) -> list[Module]:
    """The modules below some folders of a package; of templates every function is compiled."""
    modules = []
    for folder in folders:
        for path in sorted((package / folder).rglob("*.py")):
            parts = path.relative_to(package.parent).with_suffix("").parts
            name = ".".join(parts).removesuffix(".__init__")
            source = path.read_text(encoding="utf-8")
            modules.append(Module(name, source, every_function=name in templates))
    return modules
