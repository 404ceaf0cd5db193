"""Writes the client's types from the server's structs and the games' records and names.

python web/wire.py writes the files; a test compares them with what it would write.
"""

import importlib
import inspect
import json
import tomllib
from collections.abc import Iterator
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from msgspec import inspect as kinds

from algorally.core.game import find_game, games
from algorally.core.records import Record, members
from algorally.server.messages import frames, http, tables

SOURCE = Path(__file__).parent / "src"
NOTE = "// Written by web/wire.py; do not edit.\n"


def structs() -> list[type[msgspec.Struct]]:
    """The structs of the wire format, in the order in which they are declared."""
    declared = [kind for module in (tables, http, frames) for kind in vars(module).values()]
    found = dict.fromkeys(kind for kind in declared if inspect.isclass(kind))
    return [
        kind for kind in found if issubclass(kind, msgspec.Struct) and kind is not tables.Strict
    ]


PLAIN: dict[type[kinds.Type], str] = {
    kinds.IntType: "number",
    kinds.FloatType: "number",
    kinds.StrType: "string",
    kinds.BytesType: "string",  # base64
    kinds.BoolType: "boolean",
    kinds.NoneType: "null",
    kinds.AnyType: "unknown",
    kinds.NamedTupleType: "SeenEvent",  # the only tuple with names on the wire
}


def written(kind: kinds.Type) -> str:
    """A type in TypeScript."""
    match kind:
        case kinds.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case kinds.StructType():
            return kind.cls.__name__
        case kinds.ListType():
            return f"{bracketed(kind.item_type)}[]"
        case kinds.DictType():
            return f"Record<{written(kind.key_type)}, {written(kind.value_type)}>"
        case kinds.UnionType():
            parts = [written(one) for one in kind.types if not is_unset(one)]
            return " | ".join(dict.fromkeys(parts))
        case kinds.Metadata():
            return written(kind.type)
    return PLAIN[type(kind)]


def bracketed(kind: kinds.Type) -> str:
    """A type that can stand before []."""
    text = written(kind)
    return f"({text})" if " | " in text else text


def is_unset(kind: kinds.Type) -> bool:
    """Whether a type only says that a field may be missing."""
    return type(kind).__name__ == "UnsetType"


def interface(kind: type[msgspec.Struct]) -> str:
    """A struct as an interface."""
    info = kinds.type_info(kind)
    assert isinstance(info, kinds.StructType)
    sent = issubclass(kind, tables.Strict)
    lines = [f'  kind: "{info.tag}";'] if info.tag else []
    for field in info.fields:
        optional = "?" if may_be_missing(field, sent) else ""
        lines.append(f"  {field.encode_name}{optional}: {written(field.type)};")
    title = (kind.__doc__ or "").splitlines()[0]
    return f"/** {title} */\nexport interface {kind.__name__} {{\n" + "\n".join(lines) + "\n}\n"


def may_be_missing(field: kinds.Field, sent: bool) -> bool:
    """What we send may leave defaults out; what we get is whole, but for what is unset."""
    unset = isinstance(field.type, kinds.UnionType) and any(is_unset(t) for t in field.type.types)
    return unset or (sent and not field.required)


def union(name: str, kind: Any) -> str:
    """A union of frames."""
    return f"export type {name} = {written(kinds.type_info(kind))};\n"


def wire_types() -> str:
    """The file of the wire format."""
    happening = "/** kind, seat, a, b, c, secret (-1: hidden) */\n"
    happening += "export type SeenEvent = [number, number, number, number, number, number];\n"
    unions = [union(name, getattr(frames, name)) for name in UNIONS]
    return "\n".join([NOTE, happening, *(interface(kind) for kind in structs()), *unions])


LAID_BY_PEOPLE = ("blocks", "fields", "courses")
DRAWING = ("picture", "bodies", "drawing")
DRAWN = (
    "UNIT",
    "MARGIN",
    "RISE",
    "PAINT",
    "SHADE",
    "TRAFFIC_PAINT",
    "GLASS",
    "INK",
    "LIGHT",
    "VIOLET",
    "OUTLINES",
    "BEAK",
    "WAVING",
    "CLOTH",
    "POLE",
    "GOLD",
    "HURT",
    "GLOW",
    "DARK_PAINT",
)
UNIONS = ("ClientFrame", "ServerFrame", "TableFrame")


def record_types(game: str) -> str:
    """The records of a game, as its snapshots send them."""
    found = find_game(game)
    written_records = {"": 'import type { Layout } from "../../net/records";\n'}
    for kind in (found.state, found.field):
        _add_record(kind, written_records)
    return "\n".join(written_records.values())


def _add_record(record: type[Record], done: dict[str, str]) -> None:
    name, size = record.__name__, record.dtype.itemsize
    lines, places = [], []
    for member in members(record.dtype):
        kind, layout = "number", str(member.dtype.itemsize)
        if inner := record.inner(member.name):
            kind, layout = inner.__name__, f"{inner.__name__.upper()}_LAYOUT"
            _add_record(inner, done)
        lines.append(f"  {member.name}: {kind}{'[]' if member.length else ''};")
        places.append(f'  ["{member.name}", {member.place}, {layout}, {member.length}],')
    size = record.dtype.itemsize
    done[name] = "\n".join(
        [
            f"export interface {name} {{",
            *lines,
            "}",
            f"export const {name.upper()}_LAYOUT: Layout = {{ size: {size}, members: [",
            *places,
            "] };\n",
        ]
    )


def constants(module: ModuleType) -> Iterator[str]:
    """The numbers, words, lists of them and enums of a game's names.py."""
    for name, value in vars(module).items():
        if name.isupper() and isinstance(value, int) and not isinstance(value, IntEnum):
            yield f"export const {name} = {value};"
        elif name.isupper() and isinstance(value, str | tuple):
            yield f"export const {name} = {json.dumps(value, ensure_ascii=False)} as const;"
        elif inspect.isclass(value) and issubclass(value, IntEnum) and value is not IntEnum:
            members = ", ".join(f"{member.name}: {member.value}" for member in value)
            yield f"export const {name} = {{ {members} }} as const;"


def game_types(game: str) -> str:
    """The file of a game: its records, and the numbers of its cards, events and choices."""
    module = importlib.import_module(f"algorally.games.{game}.names")
    parts = [
        NOTE,
        record_types(game),
        *constants(module),
        f"export const FINISH = {find_game(game).finish};",
        *drawn(game),
        *options(game),
        *variants(game),
        *data_files(game),
    ]
    return "\n".join(parts) + "\n"


def drawn(game: str) -> Iterator[str]:
    """What the client draws on the server's picture has the same measures and colours."""
    folder = find_game(game).folder
    found: dict[str, Any] = {}
    for name in DRAWING:
        if (folder / f"{name}.py").exists():
            found |= vars(importlib.import_module(f"algorally.games.{game}.{name}"))
    for name in DRAWN:
        if name in found:
            yield f"export const {name} = {json.dumps(found[name])} as const;"


def options(game: str) -> Iterator[str]:
    """The numbers that the field's record has for the values of the rule options."""
    module = importlib.import_module(f"algorally.games.{game}.options")
    known = [member.name for member in members(module.Options.dtype)]
    lines = [
        f"  {one.name}: {json.dumps({value: number for number, value in enumerate(one.values)})},"
        for one in find_game(game).settings
        if one.named and one.name in known
    ]
    yield "\n".join(["export const OPTIONS = {", *lines, "} as const;"])


def variants(game: str) -> Iterator[str]:
    """The named sets of options, of games that have any; values as the page sends them."""
    module = importlib.import_module(f"algorally.games.{game}.options")
    if found := getattr(module, "VARIANTS", None):
        sets = {
            name: {key: str(value) for key, value in one.items()} for name, one in found.items()
        }
        kind = "Record<string, Record<string, string>>"
        yield f"export const VARIANTS: {kind} = {json.dumps(sets, indent=2)};"


def data_files(game: str) -> Iterator[str]:
    """The pieces that people lay themselves, from the game's data files."""
    boards = find_game(game).folder / "data" / "boards.toml"
    if boards.exists():
        sides = tomllib.loads(boards.read_text(encoding="utf-8"))
        sizes = {name: side["size"] for name, side in sides.items() if "size" in side}
        yield f"export const SIZES: Record<string, number> = {json.dumps(sizes)};"
    for name in LAID_BY_PEOPLE:
        path = find_game(game).folder / "data" / f"{name}.toml"
        if path.exists():
            table = tomllib.loads(path.read_text(encoding="utf-8"))
            table.pop("invented", None)
            yield f"export const {name.upper()} = {json.dumps(table, indent=2)} as const;"


def files() -> dict[Path, str]:
    """All files with their contents; a game that has no folder here is played in words."""
    written_files = {SOURCE / "net" / "messages.ts": wire_types()}
    for game in games():
        if (SOURCE / "games" / game).is_dir():
            written_files[SOURCE / "games" / game / "names.ts"] = game_types(game)
    return written_files


def main() -> None:
    """Write them."""
    for path, text in files().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
