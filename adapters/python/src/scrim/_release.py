"""A release: a folder that was judged from its own files, and what is in it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from typing import Any, Optional, Union

from . import _scrim
from ._calls import Progress, call
from ._errors import InputError
from ._frames import Back, Tables, in_common_use, with_pandas_intervals
from ._reports import Node, Report

Path = Union[str, "os.PathLike[str]"]


class Release:
    """What :func:`publish` makes, or :meth:`open` finds."""

    def __init__(self, folder: Path, back: Optional[Back] = None, said: Optional[Report] = None,
                 temporary: Optional[str] = None, lists: Optional[_scrim.Frame] = None) -> None:
        self.folder = os.fspath(folder)
        self.said = said  # what publish said of it; None of one that was opened
        self._back = back
        self._lists = lists  # the table that was published, where it has columns of lists
        self._temporary = temporary
        self._finalizer = weakref.finalize(self, shutil.rmtree, temporary, True) if temporary else None
        with open(os.path.join(self.folder, "certificate.json"), encoding="utf-8") as file:
            self._certificate = json.load(file)

    @classmethod
    def make(cls, fields: dict[str, Any], tables: Tables, out: Optional[Path], back: Back, progress: Progress) -> Release:
        temporary = tempfile.mkdtemp(prefix="scrim-") if out is None else ""
        try:
            folder = os.path.join(temporary, "release") if out is None else os.fspath(out)
            said = Report(call("publish", tables, progress, out=folder, **fields))
            return cls(folder, back, said, temporary or None, tables.with_lists(fields["table"]))
        except BaseException:
            if temporary:
                shutil.rmtree(temporary, ignore_errors=True)
            raise

    @classmethod
    def open(cls, folder: Path) -> Release:
        """A release that is there already."""
        if not os.path.isfile(os.path.join(folder, "certificate.json")):
            raise InputError(f"there is no release in '{os.fspath(folder)}'", "folder")
        return cls(folder)

    def _files(self, kind: str) -> list[str]:
        names = sorted(os.listdir(self.folder))
        return [os.path.join(self.folder, name) for name in names if name.split(".")[0] == kind]

    def table(self, name: str = "data", *, intervals: str = "text") -> Any:
        """One of the release's tables: "data", or of an anatomized release "qit" and "st".

        `intervals`: how columns of intervals come: as "text"; as two "columns" of numbers, age_lo and age_hi; as
        "midpoint"; or, in pandas, as "interval", a column of pandas.Interval.
        """
        found = self._files(name)
        if not found:
            there = ", ".join(sorted(name.split(".")[0] for name in os.listdir(self.folder)))
            raise InputError(f"the release has no table '{name}'; it holds {there}", "name")
        as_pairs = "columns" if intervals == "interval" else intervals
        frame = self._read(found[0], as_pairs)
        back = self._back or in_common_use()
        if intervals == "interval":
            return with_pandas_intervals(self._read(found[0], "text"), frame)
        return back(frame) if back else frame

    def _read(self, path: str, intervals: str) -> _scrim.Frame:
        frame = _scrim.Frame.read(json.dumps({"path": path}), intervals, None)
        return frame if self._lists is None else frame.with_lists_of(self._lists, None)

    @property
    def data(self) -> Any:
        """The released table, as the kind of frame that was published. Lists that were not changed are lists again."""
        return self.table()

    @property
    def certificate(self) -> Node:
        return Node(self._certificate)

    @property
    def metrics(self) -> Node:
        return Node((self.said.to_dict() if self.said else self._certificate)["metrics"])

    @property
    def report(self) -> str:
        """The report for people: a page that loads nothing."""
        with open(os.path.join(self.folder, "report.html"), encoding="utf-8") as file:
            return file.read()

    def save(self, folder: Path, *, owner: Optional[Path] = None) -> Release:
        """Copies the release to a folder that is not there yet; what only you should know goes to `owner`."""
        target = os.fspath(folder).rstrip(os.sep)
        if os.path.exists(target):
            raise InputError(f"'{target}' is there already", "folder")
        parent = os.path.dirname(os.path.abspath(target))
        staged = tempfile.mkdtemp(prefix=".scrim-", dir=parent)
        try:
            shutil.copytree(self.folder, os.path.join(staged, "release"))
            private = self.folder + ".owner.json"
            if os.path.exists(private):
                copied = shutil.copy2(private, os.path.join(staged, "owner"))
                os.replace(copied, os.fspath(owner) if owner is not None else target + ".owner.json")
            os.rename(os.path.join(staged, "release"), target)
        finally:
            shutil.rmtree(staged, ignore_errors=True)
        return Release(target, self._back, self.said, lists=self._lists)

    def __repr__(self) -> str:
        return str(self.said) if self.said else f"release in '{self.folder}'"

    def _repr_html_(self) -> str:
        import html

        return (f'<iframe sandbox style="width:100%;height:36em;border:1px solid #8884" '
                f'srcdoc="{html.escape(self.report)}"></iframe>')
