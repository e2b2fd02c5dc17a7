"""Statistical databases: any number of counts, each an interval that surely holds the truth."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from typing import Any, NamedTuple, Optional, Union

from . import _scrim
from ._calls import Progress, call, shown
from ._errors import InputError
from ._frames import Tables
from ._policy import policy_field
from ._reports import Report

Path = Union[str, "os.PathLike[str]"]
Number = Union[int, float, None]


class Interval(NamedTuple):
    """The truth is surely between the two, both included; None: there is nothing to aggregate."""

    lower: Number
    upper: Number

    def __contains__(self, value: object) -> bool:
        return self.lower is not None and self.lower <= value <= self.upper  # type: ignore[operator]

    @property
    def width(self) -> Number:
        return None if self.lower is None or self.upper is None else self.upper - self.lower

    @property
    def midpoint(self) -> Number:
        return None if self.lower is None or self.upper is None else (self.lower + self.upper) / 2


def interval_of(value: dict) -> Interval:
    def bound(end: Any) -> Number:
        if not isinstance(end, dict):
            return end
        exact = end.get("exact")
        return int(exact) if isinstance(exact, str) and exact.lstrip("-").isdigit() else end.get("value")

    return Interval(bound(value.get("lower")), bound(value.get("upper")))


class StatDb:
    """A file of its owner's that answers counts.

    Whoever knows everybody's quasi-identifiers, the program and all answers cannot tell anybody's sensitive value with more
    certainty than 1/m. The file itself holds the data: answers may leave it, the file may not.

    >>> import scrim
    >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
    >>> db = scrim.StatDb.build(table, quasi_identifiers="age", sensitive="disease", m=2)
    >>> 2 in db.count("disease = 'flu'")
    True
    """

    def __init__(self, path: Path, said: Optional[Report] = None, temporary: Optional[str] = None) -> None:
        self.path = os.fspath(path)
        self.said = said
        self._db = _scrim.StatDb.open(self.path)
        self._finalizer = weakref.finalize(self, shutil.rmtree, temporary, True) if temporary else None

    @classmethod
    def open(cls, path: Path) -> StatDb:
        return cls(path)

    @classmethod
    def build(cls, data: Any, policy: Any = None, *, m: int, out: Optional[Path] = None, builder: Optional[str] = None,
              strata: Optional[int] = None, frameworks: Any = None, force: bool = False, progress: Progress = None,
              **columns: Any) -> StatDb:
        """Builds one in `out`, or in a private folder that is gone with it."""
        tables = Tables()
        temporary = None if out is not None else tempfile.mkdtemp(prefix="scrim-")
        try:
            path = os.fspath(out) if temporary is None else os.path.join(temporary, "data.statdb")
            said = Report(call("statdb_build", tables, progress, table=tables.add(data, "data"),
                               policy=policy_field(policy, columns), m=m, out=path, builder=builder, strata=strata,
                               frameworks=frameworks, force=force or None))
            return cls(path, said, temporary)
        except BaseException:
            if temporary is not None:
                shutil.rmtree(temporary, ignore_errors=True)
            raise

    def ask(self, sql: str, *, framework: str = "", progress: Progress = None) -> Report:
        """Any question: SELECT COUNT(*), SUM(age) … FROM StatDB WHERE … GROUP BY …"""
        return Report(self._db.ask(sql, framework, shown(progress)))

    def count(self, condition: str = "", *, framework: str = "", progress: Progress = None) -> Interval:
        """How many people there are, of whom the condition holds."""
        where = f" WHERE {condition}" if condition.strip() else ""
        answer = self.ask(f"SELECT COUNT(*) FROM StatDB{where}", framework=framework, progress=progress).to_dict()
        rows = answer["rows"]
        if len(rows) != 1 or len(rows[0]["values"]) != 1:
            raise InputError("a count is of one condition; ask() takes whole questions", "condition")
        return interval_of(rows[0]["values"][0])

    @property
    def info(self) -> Report:
        return Report(self._db.info())

    def __repr__(self) -> str:
        return str(self.info)
