"""Calls of the library: requests out of arguments, progress, threads."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from typing import Any, Callable, Dict, Iterator, Optional, Tuple, Union

from . import _scrim
from ._errors import InputError
from ._frames import Tables

Progress = Union[None, bool, Callable[[str, int, int], Any]]


class _Bar:
    """tqdm where it is installed, else one line of text for each step."""

    def __init__(self) -> None:
        self._tqdm: Any = None
        self._bar: Any = None
        self._name = ""
        try:
            from tqdm.auto import tqdm

            self._tqdm = tqdm
        except ImportError:
            pass

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


@contextlib.contextmanager
def shown(progress: Progress) -> Iterator[Any]:
    """What the library calls: nothing, a bar, or the caller's function of a step's name, what is done and how much there is."""
    if progress is None or isinstance(progress, bool):
        bar = _Bar() if progress else None
        try:
            yield bar
        finally:
            if bar is not None:
                bar.close()
    elif callable(progress):
        yield progress
    else:
        raise InputError(f"progress is a {type(progress).__name__}: True for a bar, or a function of a step's name, what is done "
                         "and how much there is, is accepted", "progress")


def given(fields: Dict[str, Any]) -> str:
    """A request: the fields that are given, as JSON."""
    request = {name: os.fspath(value) if isinstance(value, os.PathLike) else value
               for name, value in fields.items() if value is not None}
    try:
        return json.dumps(request, default=str)
    except (TypeError, ValueError) as error:  # keys that are no texts, or a circle
        raise InputError(f"the request cannot be written as JSON: {error}") from None


def call(function: str, tables: Tables, progress: Progress = None, **fields: Any) -> Tuple[str, str, str]:
    """Calls a function of the library with the fields that are given."""
    text = given(fields)
    with shown(progress) as told:
        return _scrim.call(function, text, tables.frames, told, tables.histograms)
