"""States are declared like dataclasses and laid out like C structs."""

from collections.abc import MutableSequence, Sequence
from typing import Annotated

import numpy as np
import pytest

from algorally.core.records import I8, I16, I32, I64, Record, field_names, same_bytes
from tests.layout import crooked_numbers

pytestmark = pytest.mark.modes


class Wheel(Record):
    """A part."""

    turns: I16
    worn: I8


class Cart(Record):
    """A whole."""

    name_number: I64
    wheels: Annotated[Sequence[Wheel], 4]
    load: Annotated[MutableSequence[I8], 3]
    spare: Wheel
    price: I32


def declare(name: str) -> None:
    """Declare a record with one field of this name."""
    type("Planted", (Record,), {"__annotations__": {name: I8}, "__module__": __name__})


@pytest.mark.parametrize("name", [name for name in dir(np.record) if not name.startswith("__")])
def test_a_name_that_numpy_uses_for_itself_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"Planted: NumPy's records already use {name}; rename"):
        declare(name)


def test_any_other_name_is_taken() -> None:
    declare("square")


def test_all_names_that_numpy_uses_are_told_at_once() -> None:
    with pytest.raises(TypeError, match="copy, flags, size"):
        type(
            "Planted", (Record,), {"__annotations__": dict.fromkeys(("size", "copy", "flags"), I8)}
        )


def test_a_field_without_a_size_is_refused() -> None:
    with pytest.raises(TypeError, match="square: declare a number as I8 to I64"):
        type("Planted", (Record,), {"__annotations__": {"square": int}})


def test_the_fields_have_the_declared_order_and_sizes() -> None:
    assert tuple(field_names(Cart.dtype)) == ("name_number", "wheels", "load", "spare", "price")
    assert Cart.dtype["wheels"].shape == (4,)
    assert Cart.dtype["load"].base == np.int8
    assert Cart.dtype["price"] == np.int32


def test_every_number_lies_on_its_alignment_also_in_records_within_records() -> None:
    assert Cart.dtype.isalignedstruct
    assert crooked_numbers(Cart.dtype) == []
    assert Cart.dtype.itemsize % 8 == 0


def test_a_crooked_number_is_found() -> None:
    packed = np.dtype([("flag", np.int8), ("inner", [("far", np.int32), ("near", np.int8)])])
    assert crooked_numbers(packed) == ["inner.far"]


def test_new_rows_are_zero_to_the_last_byte() -> None:
    assert not any(Cart.rows(3).tobytes())


def test_a_row_is_a_window_on_the_array() -> None:
    rows = Cart.rows(2)
    cart = Cart.record(rows, 1)
    cart.wheels[2].turns = 7
    cart.load[0] = -1
    assert rows["wheels"]["turns"].tolist() == [[0, 0, 0, 0], [0, 0, 7, 0]]
    assert rows["load"].tolist() == [[0, 0, 0], [-1, 0, 0]]


def test_same_bytes_tells_equal_rows_from_others() -> None:
    one, other = Cart.rows(), Cart.rows()
    assert same_bytes(one, other)
    Cart.record(other).spare.worn = 1
    assert not same_bytes(one, other)
    assert not same_bytes(Wheel.rows(), np.zeros(1, np.int32))
