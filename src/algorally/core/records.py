"""States, fields and logs are records: declared like dataclasses, laid out like C structs.

Type checkers read the annotations of a Record class, NumPy and Numba read the dtype made from
them. A batch of games is an array of records; one game is a row of it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Self, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

I8 = Annotated[int, np.int8]
I16 = Annotated[int, np.int16]
I32 = Annotated[int, np.int32]
I64 = Annotated[int, np.int64]

Rows = npt.NDArray[np.void]  # an array of records
Mask = npt.NDArray[np.uint8]  # one byte an action, 1 where it is legal


class Record:
    """Base of all records: `class Rover(Record): square: I16`."""

    dtype: ClassVar[np.dtype[Any]]

    def __init_subclass__(cls) -> None:
        hints = get_type_hints(cls, include_extras=True)
        del hints["dtype"]
        if taken := hints.keys() & set(dir(np.record)):
            names = ", ".join(sorted(taken))
            raise TypeError(f"{cls.__name__}: NumPy's records already use {names}; rename")
        members = [(name, *_layout(name, hint)) for name, hint in hints.items()]
        # Aligned, because a GPU cannot read a number that lies across its alignment.
        cls.dtype = np.dtype((np.record, np.dtype(members, align=True)))

    @classmethod
    def rows(cls, count: int = 1) -> Rows:
        """Zeroed records."""
        return np.zeros(count, cls.dtype)

    @classmethod
    def record(cls, rows: Rows, index: int = 0) -> Self:
        """One record of an array, as the type that the class declares; it is a view."""
        return cast("Self", rows[index])


def _layout(name: str, hint: Any) -> tuple[Any, ...]:
    """What NumPy needs to know of a field: its scalar type, or its item type and length."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return (hint.dtype,)
    if get_origin(hint) is not Annotated:
        raise TypeError(f"{name}: declare a number as I8 to I64, a list as Annotated[list, length]")
    kind, extra = get_args(hint)
    if isinstance(extra, type):
        return (extra,)
    (item,) = get_args(kind)
    return (*_layout(name, item), extra)


def same_bytes(one: Rows, other: Rows) -> bool:
    """Whether two arrays of records are equal to the last byte."""
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


def field_names(dtype: np.dtype[Any]) -> Sequence[str]:
    """The names of a record's fields, in order."""
    return dtype.names or ()
