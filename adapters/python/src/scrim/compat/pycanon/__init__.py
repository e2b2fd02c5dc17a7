"""The functions of pycanon, with its names and signatures, answered by Scrim.

    from scrim.compat.pycanon import anonymity, metrics, report     # instead of: from pycanon import …
    from scrim.compat.pycanon import k_anonymity, t_closeness       # instead of: from pycanon.anonymity import …

>>> import pandas
>>> from scrim.compat.pycanon import anonymity
>>> patients = pandas.DataFrame({"age": [30, 30, 41, 41, 41], "ill": ["flu", "cold", "flu", "flu", "cold"]})
>>> anonymity.k_anonymity(patients, ["age"]), anonymity.l_diversity(patients, ["age"], ["ill"])
(2, 2)

Figures are equal wherever the definitions agree. Where they do not, Scrim keeps to the papers: c of recursive
(c, l)-diversity is the least c for which r_1 <= c * (r_l + ... + r_m) with r_1 the count of the most frequent value
(pycanon takes the rarest and rounds); delta of delta-disclosure privacy is infinite where a class lacks a value (pycanon
looks at the values that are there); and the classes of a table with missing values include those records (pycanon leaves
them out). Not here: reports as PDF, and pycanon's command line.
"""

from . import anonymity, metrics, report
from .anonymity import *  # noqa: F403
from .anonymity import __all__ as _of_anonymity
from .report import get_json_report, get_report_values, print_report

__all__ = [*_of_anonymity, "anonymity", "get_json_report", "get_report_values", "metrics", "print_report", "report"]
