"""Free ports on the loopback address."""

import random
import socket
from pathlib import Path

HOST = "127.0.0.1"
LOWEST = 10000
_given: set[int] = set()


def is_free(port: int) -> bool:
    """Whether a server could listen there now; what a dead one left behind does not count."""
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((HOST, port))
            trial.listen(1)
        except OSError:
            return False
    return True


def free_port() -> int:
    """A port nobody listens on, never the same twice.

    It lies below those the kernel gives to outgoing connections where that can be known: while a
    server is down between two starts, a client that keeps trying would else take its port
    sooner or later, and even reach itself there.
    """
    for _ in range(1000):
        port = _candidate()
        if port not in _given and is_free(port):
            _given.add(port)
            return port
    message = f"no free port found on {HOST}"
    raise OSError(message)


def _candidate() -> int:
    try:
        first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    except OSError:
        first = 0
    if first - LOWEST >= 1000:
        # Not Python's shared numbers: tests seed those, and two runs would want the same port.
        return random.SystemRandom().randrange(LOWEST, first)
    with socket.socket() as trial:
        trial.bind((HOST, 0))
        return int(trial.getsockname()[1])
