"""Policies: what each column is, from keyword arguments, a file or a mapping of what such a file holds."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Optional, Sequence, Union

from ._errors import InputError

Names = Union[str, Sequence[str]]


def names(value: Optional[Names]) -> list[str]:
    if value is None:
        return []
    return [value] if isinstance(value, str) else [str(name) for name in value]


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


class Policy(dict):
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
                 missing: Optional[Names] = None, person: Optional[str] = None, rows_are_persons: bool = False,
                 sample_weight: Optional[str] = None, household: Optional[str] = None,
                 require: Optional[Names] = None) -> None:
        super().__init__()
        columns: dict[str, dict[str, Any]] = {}
        for role, given in (("identifier", identifiers), ("quasi_identifier", quasi_identifiers),
                            ("sensitive", sensitive), ("insensitive", insensitive), ("dropped", drop)):
            for name in names(given):
                if name in columns:
                    raise InputError(f"column '{name}' has two roles, {columns[name]['role']} and {role}: a column has one "
                                     "role and is named once", name)
                columns[name] = {"role": role}
        if person is not None and person not in columns:
            columns[person] = {"role": "identifier"}
        for name in (sample_weight, household):
            if name is not None and name not in columns and default is None:
                columns[name] = {"role": "insensitive"}
        for field, given, key in (("hierarchies", hierarchies, "hierarchy"), ("types", types, "type"),
                                  ("guards", guards, "guard")):
            for name, value in (given or {}).items():
                if name not in columns and default is None:
                    raise InputError(f"{field}: column '{name}' has no role", field)
                columns.setdefault(name, {"role": default})[key] = _rows(value) if key == "hierarchy" else value
        self["columns"] = columns
        for key, value in (("default", default), ("person", person), ("sample_weight", sample_weight),
                           ("household", household)):
            if value is not None:
                self[key] = value
        if rows_are_persons:
            self["rows_are_persons"] = True
        if missing is not None:
            self["missing"] = names(missing)
        if require is not None:
            self["require"] = names(require)


def policy_field(policy: Any, keywords: Mapping[str, Any]) -> Any:
    """The policy of a request: the one given, or one made of keywords."""
    given = {name: value for name, value in keywords.items() if value is not None and value is not False}
    if policy is None:
        return dict(Policy(**given))
    beside = sorted(set(given) - {"require"})
    if beside:
        raise InputError(f"a policy is given, and {beside[0]}= beside it: say it in one of them", beside[0])
    return os.fspath(policy) if isinstance(policy, (str, os.PathLike)) else dict(policy)
