"""Work in several threads, while the thread that waits for them goes on looking for reasons to stop."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

LOOK_SECONDS = 0.05
"""Time between two looks by the thread that waits."""


Result = TypeVar("Result")


def side_by_side(
    work: Sequence[Callable[[], Result]], threads: int, check: Callable[[], None], failed: Event
) -> list[Result]:
    """Do ``work`` in ``threads`` threads; returns the result of each. ``check`` is called every moment. If it or one of ``work`` raises, ``failed``
    is set, and the others are waited for: they should look at it, since nothing else can stop them."""

    def watched(each: Callable[[], Result]) -> Result:
        try:
            return each()
        except BaseException:
            failed.set()
            raise

    with ThreadPoolExecutor(threads) as pool:
        futures = [pool.submit(watched, each) for each in work]
        try:
            while not all(future.done() for future in futures):
                check()
                time.sleep(LOOK_SECONDS)
        except BaseException:
            failed.set()
            raise
        return [future.result() for future in futures]
