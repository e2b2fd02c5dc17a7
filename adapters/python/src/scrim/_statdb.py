"""Statistical databases: any number of counts, each an interval that surely holds the truth."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import weakref
from typing import TYPE_CHECKING, Any, Dict, NamedTuple, Optional, Union

from . import _scrim
from ._calls import Progress, call, shown
from ._errors import InputError
from ._frames import Tables
from ._noisy import Amount, Ledger, Noisy, amount, ask_with_noise, price_of
from ._policy import Columns, Names, names, policy_field
from ._reports import Report

if TYPE_CHECKING:
    from typing_extensions import Unpack

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


def interval_of(value: Dict[str, Any]) -> Interval:
    def bound(end: Any) -> Number:
        if not isinstance(end, dict):
            return None if end is None else float(end) if isinstance(end, float) else int(end)
        exact = end.get("exact")
        if isinstance(exact, str) and exact.lstrip("-").isdigit():
            return int(exact)
        value: Number = end.get("value")
        return value

    return Interval(bound(value.get("lower")), bound(value.get("upper")))


def noisy_fields(recipient: str, epsilon: Amount, rho: Amount, lowest: Amount, highest: Amount,
                 confidence: Amount) -> Dict[str, Any]:
    return {"recipient": recipient, "epsilon": amount(epsilon), "rho": amount(rho), "lowest": amount(lowest),
            "highest": amount(highest), "confidence": amount(confidence)}


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
    def build(cls, data: Any, policy: Any = None, *, m: Optional[int] = None, out: Optional[Path] = None,
              builder: Optional[str] = None, strata: Optional[int] = None, frameworks: Optional[Names] = None,
              contributions: Optional[int] = None, force: bool = False, progress: Progress = None,
              **columns: Unpack[Columns]) -> StatDb:
        """Builds one in `out`, or in a private folder that is gone with it.

        `m` is needed but where frameworks="dp": then `contributions` says how many records of each person may count.
        """
        tables = Tables()
        temporary = tempfile.mkdtemp(prefix="scrim-") if out is None else ""
        try:
            path = os.path.join(temporary, "data.statdb") if out is None else os.fspath(out)
            said = Report(call("statdb_build", tables, progress, table=tables.add(data, "data"),
                               policy=policy_field(policy, columns), m=m, out=path, builder=builder, strata=strata,
                               frameworks=names(frameworks, "frameworks") or None, contributions=contributions, force=force or None))
            return cls(path, said, temporary or None)
        except BaseException:
            if temporary:
                shutil.rmtree(temporary, ignore_errors=True)
            raise

    def ask(self, sql: str, *, framework: str = "", progress: Progress = None) -> Report:
        """Any question: SELECT COUNT(*), SUM(age) … FROM StatDB WHERE … GROUP BY …"""
        with shown(progress) as told:
            return Report(self._db.ask(sql, framework, told))

    def count(self, condition: str = "", *, framework: str = "", progress: Progress = None) -> Interval:
        """How many people there are, of whom the condition holds."""
        where = f" WHERE {condition}" if condition.strip() else ""
        answer = self.ask(f"SELECT COUNT(*) FROM StatDB{where}", framework=framework, progress=progress).to_dict()
        rows = answer["rows"]
        if len(rows) != 1 or len(rows[0]["values"]) != 1:
            raise InputError("a count is of one condition; ask() takes whole questions", "condition")
        return interval_of(rows[0]["values"][0])

    def noisy(self, sql: str, *, recipient: str, epsilon: Amount = None, rho: Amount = None, lowest: Amount = None,
              highest: Amount = None, confidence: Amount = None, progress: Progress = None) -> Noisy:
        """An answer with noise, paid from the recipient's budget (`ledger`) before it is returned; the same question again costs
        nothing. `lowest` and `highest` are needed for all but counts."""
        fields = noisy_fields(recipient, epsilon, rho, lowest, highest, confidence)
        return ask_with_noise(self.path, sql, fields, progress)

    def price(self, sql: str, *, recipient: str, epsilon: Amount = None, rho: Amount = None, lowest: Amount = None,
              highest: Amount = None, confidence: Amount = None) -> Report:
        """What `noisy` would cost; nothing is computed."""
        return price_of(self.path, sql, noisy_fields(recipient, epsilon, rho, lowest, highest, confidence))

    @property
    def ledger(self) -> Ledger:
        """Of a database that was built to answer with noise: who may spend how much, and what was spent."""
        return Ledger(self.path)

    @property
    def info(self) -> Report:
        return Report(self._db.info())

    def __repr__(self) -> str:
        return str(self.info)
