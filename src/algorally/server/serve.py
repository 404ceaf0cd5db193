"""Running the server until it is told to stop."""

import signal
import sys

import uvicorn
from litestar import Litestar

from algorally.server.addresses import Proxies
from algorally.server.config import Config
from algorally.server.protocol import DoorConfig
from algorally.server.socket import LARGEST_FRAME

WAITING = 128  # connections that are taken in at once, and delay everybody who is there by so much
PINGS = 20.0  # seconds between signs of life, and until a silent client is given up


def server_of(app: Litestar, config: Config) -> uvicorn.Server:
    """What listens, and lets in who may come in."""
    return uvicorn.Server(
        DoorConfig(
            app,
            connections=config.connections,
            proxies=Proxies(config.proxies),
            rates=app.state.rates,
            host=config.host,
            port=config.port,
            log_config=None,
            access_log=False,
            server_header=False,
            ws_max_size=8 * LARGEST_FRAME,
            ws_per_message_deflate=False,
            ws_ping_interval=PINGS,
            ws_ping_timeout=PINGS,
            timeout_graceful_shutdown=3,
            backlog=WAITING,
        )
    )


def serve(app: Litestar, config: Config) -> None:
    """Serve until a signal comes; to be told to stop is no failure."""
    # After it has stopped, Uvicorn sends the signal once more to whoever handled it before.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    server_of(app, config).run()
