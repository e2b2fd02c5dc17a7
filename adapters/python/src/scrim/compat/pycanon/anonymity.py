"""pycanon.anonymity: what a table reaches of each model."""

from __future__ import annotations

import math
from typing import Any, Callable, Iterable, Optional, Tuple

from ..._reports import CheckReport
from ..._verbs import check

__all__ = ["alpha_k_anonymity", "basic_beta_likeness", "delta_disclosure", "enhanced_beta_likeness", "entropy_l_diversity",
           "k_anonymity", "l_diversity", "recursive_c_l_diversity", "t_closeness"]


def _checks(data: Any, quasi_ident: Iterable[Any], sens_att: Iterable[Any], gen: bool, require: Any = None) -> list[CheckReport]:
    """One check with all sensitive columns, or without `gen` one for each, with the others as quasi-identifiers."""
    quasi, sensitive = [str(name) for name in quasi_ident], [str(name) for name in sens_att]
    named = quasi + sensitive
    table = data[list(dict.fromkeys(named))]
    if gen:
        return [check(table, quasi_identifiers=quasi, sensitive=sensitive, rows_are_persons=True, require=require)]
    return [check(table, quasi_identifiers=quasi + [other for other in sensitive if other != one], sensitive=one,
                  rows_are_persons=True, require=require) for one in sensitive]


def _level(found: CheckReport, model: str, parameter: str) -> float:
    level: Optional[float] = found.to_dict()["models"][model]["reached"][parameter]["value"]
    return math.inf if level is None else level


def _worst(found: list[CheckReport], model: str, parameter: str, best: Callable[[Iterable[float]], float]) -> float:
    return best(_level(one, model, parameter) for one in found)


def k_anonymity(data: Any, quasi_ident: Any) -> int:
    """The size of the smallest class."""
    quasi = [str(name) for name in quasi_ident]
    return int(_level(check(data[quasi], quasi_identifiers=quasi, rows_are_persons=True), "k_anonymity", "k"))


def alpha_k_anonymity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> Tuple[float, int]:
    """The greatest share of a sensitive value in a class, and k."""
    found = _checks(data, quasi_ident, sens_att, gen)
    return _worst(found, "alpha_k_anonymity", "alpha", max), k_anonymity(data, quasi_ident)


def l_diversity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> int:
    """How many different values every class has at least."""
    return int(_worst(_checks(data, quasi_ident, sens_att, gen), "l_diversity_distinct", "l", min))


def entropy_l_diversity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> int:
    """The exponential of the least entropy of a class, rounded down."""
    level = _worst(_checks(data, quasi_ident, sens_att, gen), "l_diversity_entropy", "l", min)
    return int(level + 1e-9)


def recursive_c_l_diversity(data: Any, quasi_ident: Any, sens_att: Any, imp: bool = False,
                            gen: bool = True) -> Tuple[float, int]:
    """The least c, for the l that the table reaches; NaN where that is 1."""
    l = l_diversity(data, quasi_ident, sens_att)
    if l < 2:
        if imp:
            print(f"c for (c,l)-diversity cannot be calculated as l={l}")
        return math.nan, l
    wanted = f"l_diversity_recursive_inclusive(c=1000000000, l={l})"
    levels = [one.to_dict()["requirements"][0]["reached"]["c"]["value"]
              for one in _checks(data, quasi_ident, sens_att, gen, wanted)]
    return max(math.inf if level is None else level for level in levels), l


def basic_beta_likeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """By how much, relatively, a value is at most more frequent in a class than in the table."""
    return _worst(_checks(data, quasi_ident, sens_att, gen), "beta_likeness_basic", "beta", max)


def enhanced_beta_likeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The same, at most the logarithm of how rare the value is."""
    found = _checks(data, quasi_ident, sens_att, gen)
    beta = _worst(found, "beta_likeness_basic", "beta", max)
    rarest = [min(data[name].value_counts(normalize=True)) for name in sens_att]
    return max(min(beta, -math.log(share)) for share in rarest)


def delta_disclosure(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The greatest logarithm of what a value's share in a class is to its share in the table."""
    return _worst(_checks(data, quasi_ident, sens_att, gen), "delta_disclosure", "delta", max)


def t_closeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The greatest distance of a class's distribution from the table's: ordered for numbers, equal for others."""
    levels = []
    for name in sens_att:
        numeric = getattr(data[name].dtype, "kind", "O") in "iufb"
        quasi = [*quasi_ident] if gen else [*quasi_ident, *(other for other in sens_att if other != name)]
        found = _checks(data, quasi, [name], True)
        levels.append(_worst(found, "t_closeness_ordered" if numeric else "t_closeness_equal", "t", max))
    return max(levels)
