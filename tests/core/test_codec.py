"""Records as bytes, JSON and text; also for states of every game."""

import json
from collections.abc import Sequence
from typing import Annotated

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorally.core import codec
from algorally.core.errors import CodecError
from algorally.core.records import I8, I16, I64, Record, same_bytes

same_examples = settings(deadline=None, derandomize=True, database=None)


class Wheel(Record):
    spokes: I8
    bolts: Annotated[Sequence[I16], 3]


class Car(Record):
    number: I64
    spare: Wheel
    wheels: Annotated[Sequence[Wheel], 2]


class OtherCar(Record):
    number: I64
    spare: Wheel
    wheels: Annotated[Sequence[Wheel], 3]


@st.composite
def cars(draw: st.DrawFn) -> np.ndarray:
    rows = Car.rows(draw(st.integers(1, 3)))
    for car in rows:
        car.number = draw(st.integers(-(2**63), 2**63 - 1))
        for wheel in (car.spare, *car.wheels):
            wheel.spokes = draw(st.integers(-128, 127))
            wheel.bolts[:] = draw(
                st.lists(st.integers(-(2**15), 2**15 - 1), min_size=3, max_size=3)
            )
    return rows


@same_examples
@given(cars())
def test_bytes_text_and_json_round_trip(rows: np.ndarray) -> None:
    assert same_bytes(codec.from_bytes(Car, codec.to_bytes(Car, rows)), rows)
    assert same_bytes(codec.from_text(Car, codec.to_text(Car, rows)), rows)
    assert same_bytes(codec.from_json(Car, codec.to_json(Car, rows)), rows[:1])


def test_text_is_fit_for_a_link() -> None:
    assert codec.to_text(Car, Car.rows()).replace("-", "a").replace("_", "a").isalnum()


@same_examples
@given(st.binary(max_size=200))
def test_any_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CodecError):
        codec.from_bytes(Car, data)


@same_examples
@given(st.text(max_size=80))
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(CodecError):
        codec.from_text(Car, text)
    with pytest.raises(CodecError):
        codec.from_json(Car, text)


def test_other_versions_and_layouts_and_cut_bytes_are_refused_with_the_reason() -> None:
    data = codec.to_bytes(Car, Car.rows())
    with pytest.raises(CodecError, match="not a OtherCar of this version"):
        codec.from_bytes(OtherCar, data)
    with pytest.raises(CodecError, match="version 2 of the codec"):
        codec.from_bytes(Car, data[:4] + b"\x02" + data[5:])
    with pytest.raises(CodecError, match="bytes long, these are"):
        codec.from_bytes(Car, data[:-1])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"number": "1"}, "Car.number must be a whole number"),
        ({"number": True}, "Car.number must be a whole number"),
        ({"number": 2**63}, "Car.number must be from"),
        ({"spare": {"spokes": 1}}, "Car.spare must have exactly the fields bolts, spokes"),
        ({"wheels": [1]}, "Car.wheels must be a list of 2"),
        ({"colour": 1}, "Car must have exactly the fields"),
        ({"spare": {"spokes": 1, "bolts": [1, 2, 70000]}}, r"Car.spare.bolts\[2\] must be from"),
    ],
)
def test_json_with_a_wrong_field_is_refused_and_named(change: dict[str, object], why: str) -> None:
    body = json.loads(codec.to_json(Car, Car.rows()))
    body["fields"] |= change
    with pytest.raises(CodecError, match=why):
        codec.from_json(Car, json.dumps(body))


def test_json_of_another_record_or_version_is_refused() -> None:
    body = json.loads(codec.to_json(Car, Car.rows()))
    with pytest.raises(CodecError, match="is not a Wheel"):
        codec.from_json(Wheel, json.dumps(body))
    with pytest.raises(CodecError, match="of this version"):
        codec.from_json(Car, json.dumps(body | {"layout": "00"}))
