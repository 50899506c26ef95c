"""One event loop in a thread of its own, for all that this process asks of the model.

So connections are kept alive between calls from threads, commands and requests alike, and every call has a total
time-out: that of the SDK is per read, and an answer that drips would never end. Made after any fork.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from memory.engine import EngineUnavailable

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _End:
    """The last thing that a stream hands over: why it ended, None where it was read to its end."""

    fault: Exception | None = None


class Background:
    """The loop and its thread."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="gemini", daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T], *, seconds: float) -> T:
        """Do the work there and return what it gives. Raises what it raises, EngineUnavailable when time is up."""
        running = asyncio.run_coroutine_threadsafe(asyncio.wait_for(work, seconds), self._loop)
        try:
            return running.result()
        except TimeoutError:
            raise EngineUnavailable(f"no answer within {seconds:g} seconds") from None
        except BaseException:
            running.cancel()
            raise

    async def stream(self, source: AsyncGenerator[T, None], *, seconds: float) -> AsyncIterator[T]:
        """Yield what the source yields there, as it comes; closing this closes the source. Raises as `run` does."""
        here, handed = asyncio.get_running_loop(), asyncio.Queue[T | _End]()

        async def pump() -> None:
            end = _End()
            try:
                async with asyncio.timeout(seconds), aclosing(source):
                    async for item in source:
                        here.call_soon_threadsafe(handed.put_nowait, item)
            except TimeoutError:
                end = _End(EngineUnavailable(f"the answer was not whole within {seconds:g} seconds"))
            except Exception as error:
                end = _End(error)
            here.call_soon_threadsafe(handed.put_nowait, end)

        running = asyncio.run_coroutine_threadsafe(pump(), self._loop)
        try:
            while not isinstance(item := await handed.get(), _End):
                yield item
            if item.fault is not None:
                raise item.fault
        finally:
            running.cancel()


def background() -> Background:
    """Return this process's loop."""
    return _of(os.getpid())


@cache
def _of(pid: int) -> Background:
    return Background()
