"""Calls of the library: requests out of arguments, progress, threads."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, Callable, Iterator, Optional, Union

from . import _scrim
from ._frames import Tables

Progress = Union[None, bool, Callable[[str, int, int], Any]]


class _Bar:
    """tqdm where it is installed, else one line of text for each step."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            tqdm = None
        self._tqdm, self._bar, self._name = tqdm, None, None

    def __call__(self, name: str, done: int, total: int) -> None:
        if name != self._name:
            self.close()
            self._name = name
            if self._tqdm is not None:
                self._bar = self._tqdm(total=total or None, desc=name, leave=False)
            else:
                print(f"scrim: {name}", file=sys.stderr)
        if self._bar is not None:
            self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def shown(progress: Progress) -> Any:
    """What the library calls: nothing, a bar, or the caller's function of a step's name, what is done and how much there is."""
    return _Bar() if progress is True else None if progress in (None, False) else progress


def given(fields: dict[str, Any]) -> str:
    """A request: the fields that are given, as JSON."""
    return json.dumps({name: os.fspath(value) if isinstance(value, os.PathLike) else value
                       for name, value in fields.items() if value is not None}, default=str)


@contextlib.contextmanager
def told(progress: Progress) -> Iterator[Any]:
    """What the library calls while it works; a bar is gone afterwards."""
    called = shown(progress)
    try:
        yield called
    finally:
        if isinstance(called, _Bar):
            called.close()


def call(function: str, tables: Tables, progress: Progress = None, **fields: Any) -> tuple[str, str, str]:
    """Calls a function of the library with the fields that are given."""
    with told(progress) as called:
        return _scrim.call(function, given(fields), tables.frames, called, tables.histograms)
