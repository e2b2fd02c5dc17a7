"""Policies: what each column is, from keyword arguments, a file or a mapping of what such a file holds."""

from __future__ import annotations

import difflib
import os
from typing import Any, Dict, Iterable, Mapping, Optional, Sequence, TypedDict, Union

from ._errors import InputError

Names = Union[str, Sequence[str]]


class Described(TypedDict, total=False):
    """What each column is, where no policy says it; an audit has arguments of its own for the rest."""

    identifiers: Optional[Names]
    quasi_identifiers: Optional[Names]
    sensitive: Optional[Names]
    insensitive: Optional[Names]
    drop: Optional[Names]
    default: Optional[str]
    types: Optional[Mapping[str, str]]
    guards: Optional[Mapping[str, str]]
    weights: Optional[Mapping[str, float]]
    max_levels: Optional[Mapping[str, int]]
    missing: Optional[Names]
    rows_are_persons: bool
    sample_weight: Optional[str]
    sampling_fraction: Union[float, str, None]
    household: Optional[str]


class Columns(Described, total=False):
    """The keywords of :class:`Policy`."""

    hierarchies: Optional[Mapping[str, Any]]
    person: Optional[str]


def names(value: Optional[Names], field: str = "") -> list[str]:
    if value is None:
        return []
    if isinstance(value, str):
        return [value]
    try:
        return [str(name) for name in value]
    except TypeError:
        raise InputError(f"{field or 'this'}={value!r}: a text, or several, is accepted", field) from None


def _rows(hierarchy: Any) -> Any:
    """A hierarchy as its rows, from leaf to top, or as the path of its file."""
    if isinstance(hierarchy, (str, os.PathLike)):
        return os.fspath(hierarchy)
    if hasattr(hierarchy, "itertuples"):  # pandas
        return [[str(cell) for cell in row] for row in hierarchy.itertuples(index=False)]
    if hasattr(hierarchy, "rows"):  # polars
        return [[str(cell) for cell in row] for row in hierarchy.rows()]
    if isinstance(hierarchy, Mapping):
        return [[str(leaf), *([above] if isinstance(above, str) else [str(label) for label in above])]
                for leaf, above in hierarchy.items()]
    if isinstance(hierarchy, Iterable):
        return [[str(cell) for cell in row] for row in hierarchy]
    raise InputError("a hierarchy is the path of its file, its rows from leaf to top, or a mapping of leaves", "hierarchies")


class Policy(Dict[str, Any]):
    """What each column is and what a release must satisfy: a mapping of what a policy file holds.

    >>> import scrim
    >>> policy = scrim.Policy(quasi_identifiers=["age", "zip"], sensitive="disease", require="k_anonymity(k=5)")
    >>> policy["columns"]["age"]
    {'role': 'quasi_identifier'}
    """

    def __init__(self, *, identifiers: Optional[Names] = None, quasi_identifiers: Optional[Names] = None,
                 sensitive: Optional[Names] = None, insensitive: Optional[Names] = None, drop: Optional[Names] = None,
                 default: Optional[str] = None, hierarchies: Optional[Mapping[str, Any]] = None,
                 types: Optional[Mapping[str, str]] = None, guards: Optional[Mapping[str, str]] = None,
                 weights: Optional[Mapping[str, float]] = None, max_levels: Optional[Mapping[str, int]] = None,
                 missing: Optional[Names] = None, person: Optional[str] = None, rows_are_persons: bool = False,
                 sample_weight: Optional[str] = None, sampling_fraction: Union[float, str, None] = None,
                 household: Optional[str] = None, require: Optional[Names] = None) -> None:
        super().__init__()
        columns: dict[str, dict[str, Any]] = {}
        for field, role, given in (("identifiers", "identifier", identifiers),
                                   ("quasi_identifiers", "quasi_identifier", quasi_identifiers),
                                   ("sensitive", "sensitive", sensitive), ("insensitive", "insensitive", insensitive),
                                   ("drop", "dropped", drop)):
            for name in names(given, field):
                if name in columns:
                    raise InputError(f"column '{name}' has two roles, {columns[name]['role']} and {role}: a column has one "
                                     "role and is named once", field)
                columns[name] = {"role": role}
        if person is not None and person not in columns:
            columns[person] = {"role": "identifier"}
        for named in (sample_weight, household):
            if named is not None and named not in columns and default is None:
                columns[named] = {"role": "insensitive"}
        for field, said, key in (("hierarchies", hierarchies, "hierarchy"), ("types", types, "type"),
                                 ("guards", guards, "guard"), ("weights", weights, "weight"),
                                 ("max_levels", max_levels, "max_level")):
            if said is not None and not isinstance(said, Mapping):
                raise InputError(f"{field} is a {type(said).__name__}: a mapping of columns is accepted", field)
            for name, value in (said or {}).items():
                if name not in columns and default is None:
                    raise InputError(f"{field}: column '{name}' has no role", field)
                columns.setdefault(name, {"role": default})[key] = _rows(value) if key == "hierarchy" else value
        for wish in (guards or {}).values():  # it tells what each person wants hidden: no release has it
            columns.setdefault(wish, {"role": "dropped"})
        self["columns"] = columns
        for entry, text in (("default", default), ("person", person), ("sample_weight", sample_weight),
                            ("sampling_fraction", None if sampling_fraction is None else str(sampling_fraction)),
                            ("household", household)):
            if text is not None:
                self[entry] = text
        if rows_are_persons:
            self["rows_are_persons"] = True
        if missing is not None:
            self["missing"] = names(missing, "missing")
        if require is not None:
            self["require"] = names(require, "require")


def _check_keywords(keywords: Mapping[str, Any]) -> None:
    known = sorted({*Described.__annotations__, *Columns.__annotations__})
    for name in keywords:
        if name in known:
            continue
        near = difflib.get_close_matches(name, known, 1)
        hint = f", did you mean {near[0]}=?" if near else f"; columns are described by {', '.join(known)}"
        raise TypeError(f"there is no argument {name}={hint}")


def policy_field(policy: Any, keywords: Mapping[str, Any], must_exist: bool = True) -> Any:
    """The policy of a request: the one given, or one made of keywords, whose columns `must_exist` in the table."""
    _check_keywords(keywords)
    given = {name: value for name, value in keywords.items() if value is not None and value is not False}
    if policy is None:
        return {**Policy(**given), "must_exist": must_exist}
    if not isinstance(policy, (str, os.PathLike, Mapping)):
        raise InputError(f"policy is a {type(policy).__name__}: the path of a policy file, a Policy or a mapping of what such a "
                         "file holds is accepted", "policy")
    if beside := sorted(given):
        raise InputError(f"a policy is given, and {beside[0]}= beside it: say it in one of them", beside[0])
    return os.fspath(policy) if isinstance(policy, (str, os.PathLike)) else dict(policy)
