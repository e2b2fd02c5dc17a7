"""pycanon.anonymity: what a table reaches of each model."""

from __future__ import annotations

from typing import Any, Tuple

from ._figures import Figures

__all__ = ["alpha_k_anonymity", "basic_beta_likeness", "delta_disclosure", "enhanced_beta_likeness", "entropy_l_diversity",
           "k_anonymity", "l_diversity", "recursive_c_l_diversity", "t_closeness"]


def k_anonymity(data: Any, quasi_ident: Any) -> int:
    """The size of the smallest class."""
    return Figures(data, quasi_ident).k()


def alpha_k_anonymity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> Tuple[float, int]:
    """The greatest share of a sensitive value in a class, and k."""
    figures = Figures(data, quasi_ident, sens_att, gen)
    return figures.alpha(), figures.k()


def l_diversity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> int:
    """How many different values every class has at least."""
    return Figures(data, quasi_ident, sens_att, gen).l()


def entropy_l_diversity(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> int:
    """The exponential of the least entropy of a class, rounded down."""
    return Figures(data, quasi_ident, sens_att, gen).entropy_l()


def recursive_c_l_diversity(data: Any, quasi_ident: Any, sens_att: Any, imp: bool = False,
                            gen: bool = True) -> Tuple[float, int]:
    """The least c, for the l that the table reaches; NaN where that is 1."""
    c, l = Figures(data, quasi_ident, sens_att, gen).recursive()
    if imp and l < 2:
        print(f"c for (c,l)-diversity cannot be calculated as l={l}")
    return c, l


def basic_beta_likeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """By how much, relatively, a value is at most more frequent in a class than in the table."""
    return Figures(data, quasi_ident, sens_att, gen).beta()


def enhanced_beta_likeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The same, at most the logarithm of how rare the value is."""
    return Figures(data, quasi_ident, sens_att, gen).enhanced_beta()


def delta_disclosure(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The greatest logarithm of what a value's share in a class is to its share in the table."""
    return Figures(data, quasi_ident, sens_att, gen).delta()


def t_closeness(data: Any, quasi_ident: Any, sens_att: Any, gen: bool = True) -> float:
    """The greatest distance of a class's distribution from the table's: ordered for numbers, equal for others."""
    return Figures(data, quasi_ident, sens_att, gen).t()
