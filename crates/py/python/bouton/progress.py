"""The progress messages of a question that takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Union

Progress = Union[bool, Callable[[int, int], object], None]
"""The receiver of positions done and of their number; `True`: a bar of tqdm, if that is installed. By default a question about
rules in a file or in Python reports its limits after a second; `False`: it does not."""


def hearer(progress: Progress) -> Callable[[int, int], object] | bool | None:
    """The same as the native half takes it."""
    if progress is not True:
        return progress
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return None
    bar = tqdm(unit=" positions")

    def hear(done: int, total: int) -> None:
        bar.total = total or None
        bar.update(done - bar.n)

    return hear


def say_limits(done: int, memory: int | str | None) -> None:
    """Says on standard error which limits a question about external rules has, and how to change them.

    >>> import contextlib, sys
    >>> with contextlib.redirect_stderr(sys.stdout):
    ...     say_limits(120_000, 2 << 30)
    bouton: 120,000 positions so far, and at most 2.0 GB: memory="8G" gives more, time=60 less; Ctrl-C stops, progress=False is silent
    """
    so_far = f"{done:,} positions so far" if done else "still at work"
    most = f"{memory / 2**30:.1f} GB" if isinstance(memory, int) else memory or "2 GB"
    told = 'memory="8G" gives more, time=60 less; Ctrl-C stops, progress=False is silent'
    print(f"bouton: {so_far}, and at most {most}: {told}", file=sys.stderr)
