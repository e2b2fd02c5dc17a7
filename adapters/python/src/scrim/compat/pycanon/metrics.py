"""pycanon.metrics: classes, their risk, and what was lost."""

from __future__ import annotations

import math
from typing import Any, Dict, List

from ..._verbs import check

__all__ = ["average_ecsize", "average_rir", "classification_metric", "discernability_metric", "max_rir", "sa_entropy",
           "sizes_ec", "stats_quasi_ident"]


def _sizes(data: Any, quasi_ident: Any) -> Dict[int, int]:
    """How many classes there are of each size."""
    quasi = [str(name) for name in quasi_ident]
    found = check(data[quasi], quasi_identifiers=quasi, rows_are_persons=True)
    return {entry["size"]: entry["classes"] for entry in found.to_dict()["class_sizes"]}


def _median(sizes: Dict[int, int]) -> float:
    count = sum(sizes.values())

    def at(place: int) -> int:
        for size in sorted(sizes):
            place -= sizes[size]
            if place < 0:
                return size
        raise IndexError(place)

    return (at((count - 1) // 2) + at(count // 2)) / 2


def sizes_ec(data: Any, quasi_ident: Any) -> Dict[str, float]:
    """How many classes there are, and how large they are."""
    sizes = _sizes(data, quasi_ident)
    count = sum(sizes.values())
    return {"n_ec": count, "min_ec": min(sizes), "max_ec": max(sizes),
            "mean_ec": sum(size * classes for size, classes in sizes.items()) / count, "median_ec": _median(sizes)}


def stats_quasi_ident(data: Any, quasi_ident: str) -> Dict[str, Any]:
    """Of one column: its most and least frequent value and, of numbers, mean, median, standard deviation and variance."""
    import numpy

    if quasi_ident not in data.columns:
        raise ValueError(f"'{quasi_ident}' is not a column in the dataframe. Available columns are: {list(data.columns)}")
    cells = data[quasi_ident].values
    if len(cells) == 0:
        return {}
    values, counts = numpy.unique(cells, return_counts=True)
    stats = {"max_freq_value": values[counts.argmax()], "max_freq": counts.max(),
             "min_freq_value": values[counts.argmin()], "min_freq": counts.min()}
    if numpy.issubdtype(cells.dtype, numpy.number):
        stats |= {"mean": numpy.mean(cells), "median": numpy.median(cells), "std": numpy.std(cells), "var": numpy.var(cells)}
    return stats


def average_rir(data_anon: Any, quasi_ident: Any) -> float:
    """The mean over classes of the risk to be re-identified."""
    sizes = _sizes(data_anon, quasi_ident)
    return sum(classes / size for size, classes in sizes.items()) / sum(sizes.values())


def max_rir(data_anon: Any, quasi_ident: Any) -> float:
    """The highest risk to be re-identified."""
    return 1 / min(_sizes(data_anon, quasi_ident))


def sa_entropy(data_anon: Any, sens_attr: str) -> float:
    """The entropy of a sensitive attribute, in nats."""
    sizes = _sizes(data_anon, [sens_attr])
    records = sum(size * values for size, values in sizes.items())
    return -sum(values * size / records * math.log(size / records) for size, values in sizes.items())


def average_ecsize(data_raw: Any, data_anon: Any, quasi_ident: Any, sup: bool = True) -> float:
    """The average size of a class in units of k; `sup`: records may have been left out."""
    sizes = _sizes(data_anon, quasi_ident)
    return (len(data_anon) if sup else len(data_raw)) / (sum(sizes.values()) * min(sizes))


def classification_metric(data_raw: Any, data_anon: Any, quasi_ident: Any, sens_att: Any) -> float:
    """The share of records that were left out or do not have their class's most frequent sensitive value.

    As pycanon counts: values that are as frequent as the most frequent are no penalty, and the values of several sensitive
    attributes are taken together.
    """
    quasi: List[str] = list(quasi_ident)
    penalty = len(data_raw) - len(data_anon)
    for _, rows in data_anon.groupby(quasi)[list(sens_att)]:
        import numpy

        _, counts = numpy.unique(rows.values, return_counts=True)
        penalty += int(counts[counts != counts.max()].sum())
    return penalty / len(data_raw)


def discernability_metric(data_raw: Any, data_anon: Any, quasi_ident: Any) -> int:
    """The squares of the classes' sizes; every record that was left out counts as the whole table."""
    sizes = _sizes(data_anon, quasi_ident)
    return sum(classes * size * size for size, classes in sizes.items()) + (len(data_raw) - len(data_anon)) * len(data_raw)
