"""Tables in parts: histograms of parts, merged; a plan made of them, applied to parts; evidence of parts, judged.

What parts do needs no other part, so it is done where the data are: on the executors of a cluster, in the chunks of a
file. All of it can be carried there and back, as bytes or by pickle.
"""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, NamedTuple, Optional, Tuple, Union

from . import _scrim
from ._calls import Progress, given, shown
from ._errors import InputError
from ._frames import Tables, back_to, in_common_use, to_frame
from ._policy import Names, names, policy_field
from ._reports import CheckReport

Path = Union[str, "os.PathLike[str]"]


class Histogram:
    """The different rows of a table, with how often each occurs: what :func:`histogram` makes of a part.

    It holds raw values: whoever may not see the table may not see it. Wherever a table is read, a histogram may be
    given instead.

    >>> import scrim
    >>> policy = scrim.Policy(quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> one = scrim.histogram({"age": [30, 30], "disease": ["flu", "flu"]}, policy)
    >>> other = scrim.histogram({"age": [30, 41], "disease": ["flu", "cold"]}, policy)
    >>> both = scrim.Histogram.merge([one, other])
    >>> both.records, both.rows
    (4, 2)
    >>> scrim.Histogram.from_bytes(bytes(both)) == both
    True
    >>> scrim.check(both, policy).k_anonymity
    1
    """

    def __init__(self, histogram: _scrim.Histogram) -> None:
        self._histogram = histogram

    @staticmethod
    def merge(parts: Iterable[Histogram]) -> Histogram:
        """All rows of the parts, which have the same columns: in any order, the same."""
        return Histogram(_scrim.Histogram.merged([part._histogram for part in parts]))

    @staticmethod
    def from_bytes(data: bytes) -> Histogram:
        """What bytes() of one gave; damaged ones are refused."""
        return Histogram(_scrim.Histogram.parse(bytes(data)))

    def __bytes__(self) -> bytes:
        return self._histogram.serialize()

    def __reduce__(self) -> Tuple[Any, ...]:
        return Histogram.from_bytes, (bytes(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Histogram of {self.records:,} records: {self.rows:,} different rows of {', '.join(self.columns)}"

    @property
    def records(self) -> int:
        return self._histogram.records

    @property
    def rows(self) -> int:
        """Different ones."""
        return self._histogram.rows

    @property
    def columns(self) -> list[str]:
        return self._histogram.columns

    @property
    def left_out(self) -> list[str]:
        """Columns of the table that it does not have."""
        return self._histogram.left_out


class Applied(NamedTuple):
    """What a part became, and how many of its records."""

    data: Any
    records: int
    suppressed: int  # left out, as planned
    unknown: int  # left out because the plan does not know them


class Plan:
    """How the records of a table become those of its release: what :func:`plan` makes.

    >>> import scrim
    >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
    >>> policy = scrim.Policy(quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> made = scrim.plan(scrim.histogram(table, policy), policy, algorithm="mondrian")
    >>> made.owner_only, made.classes
    (False, 2)
    >>> part = {"age": [31, 40], "disease": ["cold", "flu"]}
    >>> made.apply(part).to_pydict()
    {'age': ['[30, 31]', '[40, 41]'], 'disease': ['cold', 'flu']}
    """

    def __init__(self, plan: _scrim.Plan) -> None:
        self._plan = plan

    @staticmethod
    def from_bytes(data: bytes) -> Plan:
        """What bytes() of one gave; damaged ones are refused."""
        return Plan(_scrim.Plan.parse(bytes(data)))

    def __bytes__(self) -> bytes:
        return self._plan.serialize()

    def __reduce__(self) -> Tuple[Any, ...]:
        return Plan.from_bytes, (bytes(self),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plan) and bytes(self) == bytes(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        left = f", {self.suppressed:,} left out" if self.suppressed else ""
        return f"Plan by {self.algorithm}: {self.records:,} records in {self.classes:,} classes{left}"

    def apply(self, part: Any, *, progress: Progress = None) -> Any:
        """The released columns of a part, as the same kind of frame. Its rows are sorted: their order tells nothing."""
        return self.applied(part, progress=progress).data

    def applied(self, part: Any, *, progress: Progress = None) -> Applied:
        """The same, with how many records were released and left out."""
        with shown(progress) as called:
            frame, *counts = self._plan.apply(to_frame(part, "part"), called)
        return Applied(back_to(part)(frame), *counts)

    def evidence(self, part: Any, policy: Any, *, progress: Progress = None) -> Evidence:
        """:func:`evidence` of what :meth:`apply` makes of a part. It keeps the person's column, which no release has, so
        that people are counted: it is the owner's."""
        asked = policy_field(policy, {})
        with shown(progress) as called:
            return Evidence(self._plan.evidence(to_frame(part, "part"), given({"policy": asked}), called), asked)

    def shares(self, parts: Iterable[Histogram], *, progress: Progress = None) -> list[Plan]:
        """Where :attr:`has_shares`: a plan for each part, of the histograms that were merged."""
        with shown(progress) as called:
            return [Plan(share) for share in self._plan.shares([part._histogram for part in parts], called)]

    @property
    def values(self) -> Any:
        """Of anatomy: how often each group has each sensitive value, a table that is released with the parts. Else None.

        >>> import scrim
        >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
        >>> made = scrim.plan(table, quasi_identifiers="age", sensitive="disease", rows_are_persons=True,
        ...                   require="l_diversity_distinct(l=2)", algorithm="anatomy")
        >>> made.columns, len(made.values)
        (['age', 'group'], 4)
        """
        if not self._plan.has_values:
            return None
        back = in_common_use() or (lambda frame: frame)
        return back(self._plan.values())

    @property
    def has_shares(self) -> bool:
        """Records of equal values go to several classes, so that each part needs a plan of its own: :meth:`shares`."""
        return self._plan.has_shares

    @property
    def owner_only(self) -> bool:
        """It holds values that the release does not show, in :attr:`raw_columns`."""
        return bool(self._plan.raw_columns)

    @property
    def raw_columns(self) -> list[str]:
        return self._plan.raw_columns

    @property
    def algorithm(self) -> str:
        return self._plan.algorithm

    @property
    def classes(self) -> int:
        return self._plan.classes

    @property
    def records(self) -> int:
        """That are released, of all parts."""
        return self._plan.records

    @property
    def suppressed(self) -> int:
        return self._plan.suppressed

    @property
    def columns(self) -> list[str]:
        """Of the release."""
        return self._plan.columns


class Evidence:
    """What it takes to judge a table of which only parts are seen: what :func:`evidence` makes of one.

    >>> import scrim
    >>> policy = scrim.Policy(quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> one = scrim.evidence({"age": ["3*", "3*"], "disease": ["flu", "cold"]}, policy)
    >>> other = scrim.evidence({"age": ["3*", "4*"], "disease": ["flu", "cold"]}, policy)
    >>> found = scrim.Evidence.merge([one, other]).judge()
    >>> found.ok, found.k_anonymity
    (False, 1)
    """

    def __init__(self, evidence: _scrim.Evidence, policy: Any = None) -> None:
        self._evidence = evidence
        self._policy = policy

    @staticmethod
    def merge(parts: Iterable[Evidence]) -> Evidence:
        """That of all parts together; it is judged by the first one's policy."""
        kept = list(parts)
        merged = _scrim.Evidence.merged([part._evidence for part in kept])
        return Evidence(merged, kept[0]._policy)

    @staticmethod
    def from_bytes(data: bytes, policy: Any = None) -> Evidence:
        """What bytes() of one gave, which do not hold its policy; damaged ones are refused."""
        return Evidence(_scrim.Evidence.parse(bytes(data)), None if policy is None else policy_field(policy, {}))

    def __bytes__(self) -> bytes:
        return self._evidence.serialize()

    def __reduce__(self) -> Tuple[Any, ...]:
        return Evidence.from_bytes, (bytes(self), self._policy)

    def __repr__(self) -> str:
        return f"Evidence of {self.records:,} records"

    @property
    def records(self) -> int:
        return self._evidence.records

    def judge(self, policy: Any = None, *, require: Optional[Names] = None, population: Any = None,
              target: Optional[str] = None, risk_threshold: Union[float, str, None] = None,
              progress: Progress = None) -> CheckReport:
        """What :func:`check` says of all records: figure by figure, as if it had seen them together."""
        judged = self._policy if policy is None else policy_field(policy, {})
        if isinstance(judged, dict):
            judged = {**judged, "must_exist": False}  # evidence has the columns that models look at, and no others
        if judged is None:
            raise InputError("bytes of evidence do not hold a policy: give the one that it was collected by", "policy")
        if population is not None and not isinstance(population, (str, os.PathLike)):
            raise InputError("a population is given as the path of its file", "population")
        request = given({"policy": judged, "require": names(require) or None, "population": population,
                         "target": target, "risk_threshold": risk_threshold})
        with shown(progress) as called:
            return CheckReport(self._evidence.judge(request, called))


def _asked(policy: Any, require: Optional[Names], columns: Mapping[str, Any]) -> dict[str, Any]:
    return {"policy": policy_field(policy, columns), "require": names(require) or None}


def histogram(data: Any, policy: Any = None, *, require: Optional[Names] = None, progress: Progress = None,
              **columns: Any) -> Histogram:
    """The different rows of a part of a table, of the columns that its policy's verbs look at.

    Identifiers are left out; then the policy has to name the person, or to say that rows are persons, for nobody can
    tell of parts whether an identifier repeats.

    >>> import scrim
    >>> scrim.histogram({"age": [30, 30, 41]}, quasi_identifiers="age")
    Histogram of 3 records: 2 different rows of age
    """
    with shown(progress) as called:
        return Histogram(_scrim.Histogram.of(to_frame(data, "data"), given(_asked(policy, require, columns)), called))


def plan(data: Any, policy: Any = None, *, require: Optional[Names] = None, algorithm: Optional[str] = None,
         minimize: Optional[str] = None, suppress: Union[str, int, None] = None, population: Any = None,
         target: Optional[str] = None, workload: Optional[str] = None, accept_exact: Optional[Names] = None,
         max_singled_out: Union[str, float, None] = None, memory: Optional[int] = None, progress: Progress = None,
         **columns: Any) -> Plan:
    """What :func:`publish` would make of a table, as a plan that parts of it can be released by.

    `data` is the histogram of all parts, merged, or a whole table. Algorithms that change values have no plan: it
    would be the released table. Those that part sensitive values from their records (anatomy, permutation) deal them
    out by chance now, once for all parts.

    >>> import scrim
    >>> scrim.plan({"age": [30, 31, 40, 41]}, quasi_identifiers="age", require="k_anonymity(k=2)", algorithm="mondrian")
    Plan by mondrian: 4 records in 2 classes
    """
    tables = Tables()
    fields = {"table": tables.add(data, "data"), **_asked(policy, require, columns), "algorithm": algorithm,
              "minimize": minimize, "suppress": None if suppress is None else str(suppress),
              "population": tables.add(population, "population"), "target": target, "workload": workload,
              "accept_exact": names(accept_exact) or None,
              "max_singled_out": None if max_singled_out is None else str(max_singled_out), "memory": memory}
    with shown(progress) as called:
        return Plan(_scrim.Plan.make(given(fields), tables.frames, tables.histograms, called))


def evidence(data: Any, policy: Any = None, *, require: Optional[Names] = None, models_only: bool = False,
             progress: Progress = None, **columns: Any) -> Evidence:
    """What it takes to judge a table, of a part of it: merged, it judges as :func:`check` judges the whole.

    `models_only`: without insensitive columns, which makes it small; then whom these single out is not known.
    """
    asked = _asked(policy, require, columns)
    with shown(progress) as called:
        made = _scrim.Evidence.of(to_frame(data, "data"), given(asked), models_only, called)
    if require is None:
        return Evidence(made, asked["policy"])
    if isinstance(asked["policy"], str):
        raise InputError("beside the path of a policy, say what must hold when it is judged", "require")
    kept = dict(asked["policy"])
    own = kept.get("require") or []
    kept["require"] = [*([own] if isinstance(own, (str, dict)) else own), *names(require)]
    return Evidence(made, kept)
