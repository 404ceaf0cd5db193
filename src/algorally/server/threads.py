"""Threads that make way for others."""

import contextlib
import os
import threading

NICE = 10  # bots and costly work yield to the server and to everything else


def be_nice() -> None:
    """On Linux each thread has its own niceness."""
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
