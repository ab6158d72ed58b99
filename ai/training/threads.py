"""Work in threads, beside which the thread that waits for them goes on looking for reasons to stop."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

LOOK_SECONDS = 0.05
"""Between two looks by the thread that waits."""


Result = TypeVar("Result")


def side_by_side(
    work: Sequence[Callable[[], Result]], threads: int, check: Callable[[], None], failed: Event
) -> list[Result]:
    """What each of ``work`` returns, by so many ``threads``; ``check`` is called every moment. If it or one of them raises, ``failed`` is set, and
    the others, who should look at it, are waited for: nobody else could stop them."""

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
