"""Where the numbers of a record lie."""

from typing import Any

import numpy as np


def crooked_numbers(dtype: np.dtype[Any], start: int = 0) -> list[str]:
    """The numbers that lie across their alignment, which a GPU cannot read."""
    if dtype.subdtype is not None:
        item, (length,) = dtype.subdtype
        rows = (crooked_numbers(item, start + index * item.itemsize) for index in range(length))
        return [name for row in rows for name in row]
    if dtype.fields is None:
        return [""] if start % dtype.itemsize else []
    return [
        f"{name}.{inner}".rstrip(".")
        for name, (part, offset, *_) in dtype.fields.items()
        for inner in crooked_numbers(part, start + offset)
    ]


def widest_number(dtype: np.dtype[Any]) -> int:
    """The size of the largest number in a record."""
    if dtype.subdtype is not None:
        return widest_number(dtype.subdtype[0])
    if dtype.fields is None:
        return dtype.itemsize
    return max(widest_number(part) for part, *_ in dtype.fields.values())
