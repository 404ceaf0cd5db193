"""A text that is told at once is read as one that was sent in the usual way."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import OPEN
from websockets.uri import parse_uri

from algorally.server.protocol import head_of


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 100_000])
def test_a_frame_is_read_as_it_was_written(size: int) -> None:
    client = ClientProtocol(parse_uri("ws://here"), state=OPEN, max_size=None)
    client.receive_data(head_of(size) + b"x" * size)
    assert client.events_received() == [Frame(Opcode.TEXT, b"x" * size, fin=True)]
