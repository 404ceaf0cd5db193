"""Running the server until it is told to stop."""

import signal
import sys

import uvicorn
from litestar import Litestar

from algorally.server.socket import LARGEST_FRAME

PINGS = 20.0  # seconds between signs of life, and until a silent client is given up


def serve(app: Litestar, host: str, port: int) -> None:
    """Serve until a signal comes; to be told to stop is no failure."""
    # After it has stopped, Uvicorn sends the signal once more to whoever handled it before.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            host=host,
            port=port,
            http="h11",  # which takes headers of at most 64 kB; httptools takes any
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=8 * LARGEST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            timeout_graceful_shutdown=3,
        )
    )
    server.run()
