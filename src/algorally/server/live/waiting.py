"""Waiting for work that others may be waiting for, too."""

import asyncio
from typing import TypeVar

Answer = TypeVar("Answer")


async def unstoppable(work: asyncio.Future[Answer]) -> Answer:
    """Wait for work that goes on when whoever waits is gone; then its failure is nobody's."""
    work.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.shield(work)
