"""A WebSocket server in a thread, which can be stopped and started again."""

import threading
from collections.abc import Callable
from typing import Any, Self

from websockets.sync.server import Server as WebSocketServer
from websockets.sync.server import ServerConnection, serve

from tests.server.ports import HOST, free_port


class FakeServer:
    """Serves one handler on a port that stays the same."""

    def __init__(self, handler: Callable[[ServerConnection], None], **options: Any) -> None:
        self.port = free_port()
        self.url = f"http://{HOST}:{self.port}"
        self._handler, self._options = handler, options
        self._server: WebSocketServer | None = None
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> None:
        """Listen."""
        self._server = serve(self._handler, HOST, self.port, **self._options)
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def stop(self) -> None:
        """Hang up on everybody and listen no more."""
        if self._server and self._thread:
            self._server.shutdown()
            self._thread.join()
        self._server = None
