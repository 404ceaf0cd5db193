"""States, fields and logs are records: declared like dataclasses, laid out like C structs.

Type checkers read the annotations of a Record class, NumPy and Numba read the dtype made from
them. A batch of games is an array of records; one game is a row of it.
"""

from collections.abc import Sequence
from typing import (
    Annotated,
    Any,
    ClassVar,
    NamedTuple,
    Self,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

import numpy as np
import numpy.typing as npt

I8 = Annotated[int, np.int8]
I16 = Annotated[int, np.int16]
I32 = Annotated[int, np.int32]
I64 = Annotated[int, np.int64]

GAP = "gap_"

Rows = npt.NDArray[np.void]  # an array of records
Octets = npt.NDArray[np.uint8]  # bytes
Mask = Octets  # one byte an action, 1 where it is legal


class Record:
    """Base of all records: `class Rover(Record): square: I16`."""

    dtype: ClassVar[np.dtype[Any]]
    alignment: ClassVar[int]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        taken = set(dir(np.record)) | {"alignment"}
        if refused := taken & set(cls.__annotations__):
            names = ", ".join(sorted(refused))
            raise TypeError(f"{cls.__name__}: NumPy's records already use {names}; rename")
        members = [(name, *_layout(name, hints[name])) for name in hints if name not in taken]
        cls.alignment = max(alignment for _, _, alignment in members)
        cls.dtype = np.dtype((np.record, _without_gaps(members, cls.alignment)))

    @classmethod
    def rows(cls, count: int = 1) -> Rows:
        """Zeroed records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def record(cls, rows: Rows, index: int = 0) -> Self:
        """One record of an array, as the type that the class declares; it is a view."""
        return cast("Self", rows[index])

    @classmethod
    def inner(cls, member: str) -> "type[Record] | None":
        """The record that a member is, or is a list of; None where it is made of numbers."""
        hint = get_type_hints(cls)[member]
        for kind in (hint, *get_args(hint)):
            if isinstance(kind, type) and issubclass(kind, Record):
                return kind
        return None


def _layout(name: str, hint: Any) -> tuple[np.dtype[Any], int]:
    """The NumPy type of a field and what its place must be a multiple of."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint.dtype, hint.alignment
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name}: declare a number as I8 to I64, a list as Annotated[list, length]")
    kind, extra = get_args(hint)
    if isinstance(extra, type):
        return np.dtype(extra), np.dtype(extra).alignment
    (item,) = get_args(kind)
    dtype, alignment = _layout(name, item)
    return np.dtype((dtype, (extra,))), alignment


def _without_gaps(members: list[tuple[str, np.dtype[Any], int]], alignment: int) -> np.dtype[Any]:
    """Fields in order, each aligned, because a GPU cannot read a number that is not.

    The gaps between them are fields of their own: NumPy leaves whatever was in memory in the
    gaps of a copy, and equal records must be equal bytes.
    """
    fields: list[tuple[str, np.dtype[Any]]] = []
    end = 0
    for name, dtype, multiple in [*members, ("", np.dtype((np.uint8, 0)), alignment)]:
        if gap := -end % multiple:
            fields.append((f"{GAP}{end}", np.dtype((np.uint8, (gap,)))))
        if name:
            fields.append((name, dtype))
        end += gap + dtype.itemsize
    return np.dtype(fields, align=True)


def same_bytes(one: Rows, other: Rows) -> bool:
    """Whether two arrays of records are equal to the last byte."""
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


def plain(value: Any) -> Any:
    """A record as nested dictionaries and lists of whole numbers, by the names of its fields."""
    if isinstance(value, np.void):
        return {name: plain(value[name]) for name in field_names(value.dtype)}
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [plain(item) for item in value]
    return value.tolist()


class Member(NamedTuple):
    """Where a number, a record or a list of one of them lies in a record."""

    name: str
    place: int  # of its first byte
    length: int  # of a list, 0 for what is none
    dtype: np.dtype[Any]  # of the thing itself, or of each item


def members(dtype: np.dtype[Any]) -> list[Member]:
    """The layout of a record, in order, without the gaps."""
    found = []
    places = dict(dtype.fields or {})
    for name in field_names(dtype):
        inner, place = places[name][:2]
        item, shape = inner.subdtype or (inner, (0,))
        found.append(Member(name, place, shape[0], item))
    return found


def field_names(dtype: np.dtype[Any]) -> Sequence[str]:
    """The names of a record's fields, in order, without the gaps."""
    return [name for name in dtype.names or () if not name.startswith(GAP)]
