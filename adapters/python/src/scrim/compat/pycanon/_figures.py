"""The figures of one table, each check that they need made once."""

from __future__ import annotations

import math
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from ..._frames import to_frame
from ..._reports import CheckReport
from ..._verbs import check


class Figures:
    """`gen`: of all sensitive columns at once; without it each has the others as quasi-identifiers, as in pycanon."""

    def __init__(self, data: Any, quasi_ident: Iterable[Any], sens_att: Iterable[Any] = (), gen: bool = True) -> None:
        self._quasi, self._sensitive = [str(name) for name in quasi_ident], [str(name) for name in sens_att]
        self._data, self._gen = data, gen
        self._table = to_frame(data[list(dict.fromkeys(self._quasi + self._sensitive))])
        self._made: Dict[Tuple[Any, ...], CheckReport] = {}

    def _check(self, quasi: List[str], sensitive: List[str], require: Optional[str] = None) -> CheckReport:
        key = (*quasi, None, *sensitive, None, require)
        if key not in self._made:
            left = [name for name in self._table.columns if name not in (*quasi, *sensitive)]
            self._made[key] = check(self._table, quasi_identifiers=quasi, sensitive=sensitive, drop=left, rows_are_persons=True,
                                    require=require)
        return self._made[key]

    def _checks(self, require: Optional[str] = None) -> List[CheckReport]:
        if self._gen:
            return [self._check(self._quasi, self._sensitive, require)]
        return [self._check(self._beside(one), [one], require) for one in self._sensitive]

    def _beside(self, one: str) -> List[str]:
        return self._quasi + ([] if self._gen else [other for other in self._sensitive if other != one])

    def worst(self, model: str, parameter: str, best: Callable[[Iterable[float]], float]) -> float:
        return best(_level(one, model, parameter) for one in self._checks())

    def k(self) -> int:
        return int(_level(self._check(self._quasi, self._sensitive if self._gen else []), "k_anonymity", "k"))

    def alpha(self) -> float:
        return self.worst("alpha_k_anonymity", "alpha", max)

    def l(self) -> int:
        return int(self.worst("l_diversity_distinct", "l", min))

    def entropy_l(self) -> int:
        return int(self.worst("l_diversity_entropy", "l", min) + 1e-9)

    def recursive(self) -> Tuple[float, int]:
        together = self if self._gen else Figures(self._data, self._quasi, self._sensitive)
        l = together.l()
        if l < 2:
            return math.nan, l
        found = self._checks(f"l_diversity_recursive_inclusive(c=1000000000, l={l})")
        levels = [one.to_dict()["requirements"][0]["reached"]["c"]["value"] for one in found]
        return max(math.inf if level is None else level for level in levels), l

    def beta(self) -> float:
        return self.worst("beta_likeness_basic", "beta", max)

    def enhanced_beta(self) -> float:
        beta = self.beta()
        rarest = [min(self._data[name].value_counts(normalize=True)) for name in self._sensitive]
        return max(min(beta, -math.log(share)) for share in rarest)

    def delta(self) -> float:
        return self.worst("delta_disclosure", "delta", max)

    def t(self) -> float:
        """Ordered distance for numbers, equal for others."""
        levels = []
        for name in self._sensitive:
            numeric = getattr(self._data[name].dtype, "kind", "O") in "iufb"
            found = self._check(self._beside(name), [name])
            levels.append(_level(found, "t_closeness_ordered" if numeric else "t_closeness_equal", "t"))
        return max(levels)


def _level(found: CheckReport, model: str, parameter: str) -> float:
    level: Optional[float] = found.to_dict()["models"][model]["reached"][parameter]["value"]
    return math.inf if level is None else level
