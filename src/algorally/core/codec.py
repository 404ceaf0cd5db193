"""Records as bytes, JSON and one line of text, each with the version it was written by."""

import base64
import binascii
import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from algorally.core.errors import CodecError
from algorally.core.records import Record, Rows, field_names

MAGIC = b"ALGR"
VERSION = 1
HEADER = struct.Struct("<4sBI8s")  # magic, version of this codec, number of records, layout


def layout_digest(kind: type[Record]) -> bytes:
    """Tells one layout of a record from another: its fields, types and places."""
    return hashlib.sha256(f"{kind.__name__} {kind.dtype}".encode()).digest()[:8]


def to_bytes(kind: type[Record], rows: Rows) -> bytes:
    """Records as bytes."""
    header = HEADER.pack(MAGIC, VERSION, len(rows), layout_digest(kind))
    return header + rows.tobytes()


def from_bytes(kind: type[Record], data: bytes) -> Rows:
    """Records from bytes, refused if they were written by another version or are cut off."""
    if len(data) < HEADER.size or data[:4] != MAGIC:
        raise CodecError("these bytes are not records of Algorally")
    _, version, count, digest = HEADER.unpack(data[: HEADER.size])
    if version != VERSION:
        raise CodecError(f"written by version {version} of the codec; this is version {VERSION}")
    if digest != layout_digest(kind):
        raise CodecError(f"not a {kind.__name__} of this version of the rules")
    body = data[HEADER.size :]
    if len(body) != count * kind.dtype.itemsize:
        raise CodecError(
            f"{count} records of {kind.__name__} are {count * kind.dtype.itemsize} bytes long,"
            f" these are {len(body)}"
        )
    return np.frombuffer(body, kind.dtype).copy()


def to_text(kind: type[Record], rows: Rows) -> str:
    """Records as one line of letters, digits, - and _, fit for a link."""
    return base64.urlsafe_b64encode(zlib.compress(to_bytes(kind, rows), 9)).decode().rstrip("=")


def from_text(kind: type[Record], text: str) -> Rows:
    """Records from one line of text."""
    try:
        packed = base64.urlsafe_b64decode(text.strip() + "=" * (-len(text.strip()) % 4))
        data = zlib.decompress(packed)
    except (binascii.Error, zlib.error, ValueError) as error:
        raise CodecError(f"this text holds no record: {error}") from error
    return from_bytes(kind, data)


def to_json(kind: type[Record], rows: Rows, row: int = 0) -> str:
    """One record as JSON, by the names of its fields."""
    body = {"record": kind.__name__, "layout": layout_digest(kind).hex(), "version": VERSION}
    return json.dumps(body | {"fields": plain(rows[row])})


def plain(value: Any) -> Any:
    """A record as nested dictionaries and lists of whole numbers, by the names of its fields."""
    if isinstance(value, np.void):
        return {name: plain(value[name]) for name in field_names(value.dtype)}
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [plain(item) for item in value]
    return value.tolist()


def from_json(kind: type[Record], text: str) -> Rows:
    """One record from JSON; every field must be there, and no other."""
    try:
        body = json.loads(text)
    except ValueError as error:
        raise CodecError(f"this is not JSON: {error}") from error
    if not isinstance(body, dict) or body.get("record") != kind.__name__:
        raise CodecError(f"this JSON is not a {kind.__name__}")
    if body.get("version") != VERSION or body.get("layout") != layout_digest(kind).hex():
        raise CodecError(f"not a {kind.__name__} of this version of the rules")
    return filled(kind, body.get("fields"))


def filled(kind: type[Record], fields: Any) -> Rows:
    """One record from what `plain` made of it; every field must be there, and no other."""
    rows = kind.rows()
    _fill(rows[0], fields, kind.__name__)
    return rows


def _fill(record: Any, fields: Any, where: str) -> None:
    names = set(field_names(record.dtype))
    if not isinstance(fields, Mapping) or set(fields) != names:
        raise CodecError(f"{where} must have exactly the fields {', '.join(sorted(names))}")
    for name, value in fields.items():
        inner = record[name]
        if isinstance(inner, np.void):
            _fill(inner, value, f"{where}.{name}")
        elif isinstance(inner, np.ndarray):
            _fill_list(inner, value, f"{where}.{name}")
        else:
            record[name] = _whole(value, record.dtype[name], f"{where}.{name}")


def _fill_list(items: Any, values: Any, where: str) -> None:
    if not isinstance(values, list) or len(values) != len(items):
        raise CodecError(f"{where} must be a list of {len(items)}")
    for place, value in enumerate(values):
        if items.dtype.names:
            _fill(items[place], value, f"{where}[{place}]")
        else:
            items[place] = _whole(value, items.dtype, f"{where}[{place}]")


def _whole(value: Any, dtype: np.dtype[Any], where: str) -> int:
    limits = np.iinfo(dtype)
    if not isinstance(value, int) or isinstance(value, bool):
        raise CodecError(f"{where} must be a whole number, not {value!r}")
    if not limits.min <= value <= limits.max:
        raise CodecError(f"{where} must be from {limits.min} to {limits.max}, not {value}")
    return value
