"""pycanon.report: all figures at once. (Not here: as PDF.)"""

from __future__ import annotations

import json
from typing import Any, Tuple

from ._figures import Figures

__all__ = ["get_json_report", "get_report_values", "print_report"]


def get_report_values(data: Any, quasi_ident: Any, sens_att: Any,
                      gen: bool = True) -> Tuple[int, Tuple[float, int], int, int, Tuple[float, int], float, float, float, float]:
    """k, (alpha, k), l, l by entropy, (c, l), beta, enhanced beta, delta and t."""
    figures = Figures(data, quasi_ident, sens_att, gen)
    k = figures.k()
    return (k, (figures.alpha(), k), figures.l(), figures.entropy_l(), figures.recursive(), figures.beta(),
            figures.enhanced_beta(), figures.delta(), figures.t())


def get_json_report(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> str:
    """The same as JSON."""
    k, (alpha, alpha_k), l, entropy_l, (c, c_l), beta, enhanced, delta, t = get_report_values(data, quasi_ident, sens_att, gen)
    return json.dumps({"data": {"quasi-identifiers": list(quasi_ident), "sensitive attributes": list(sens_att)},
                       "k_anonymity": {"k": k}, "alpha_k_anonymity": {"alpha": alpha, "k": alpha_k}, "l_diversity": {"l": l},
                       "entropy_l_diversity": {"l": entropy_l}, "recursive_c_l_diversity": {"c": c, "l": c_l},
                       "basic_beta_likeness": {"beta": beta}, "enhanced_beta_likeness": {"beta": enhanced},
                       "t_closeness": {"t": t}, "delta_disclosure": {"delta": delta}})


def print_report(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> None:
    """The same as text."""
    k, (alpha, _), l, entropy_l, (c, _), beta, enhanced, delta, t = get_report_values(data, quasi_ident, sens_att, gen)
    print(f"""The dataset verifies:
          \t - k-anonymity with k = {k}
          \t - (alpha,k)-anonymity with alpha = {alpha} and k = {k}
          \t - l-diversity with l = {l}
          \t - entropy l-diversity with l = {entropy_l}
          \t - (c,l)-diversity with c = {c} and l = {l}
          \t - basic beta-likeness with beta = {beta}
          \t - enhanced beta-likeness with beta = {enhanced}
          \t - t-closeness with t = {t}
          \t - delta-disclosure privacy with delta = {delta}""")
