"""The different rows of a DataFrame, counted by Spark and brought to the driver as a histogram."""

from __future__ import annotations

import re
import sys
from typing import Any, NamedTuple, Union

from .. import _scrim
from .._errors import InputError
from .._plan import Histogram
from .._policy import policy_field
from ._executors import COUNTED, at_executors, kept, plainly, refuse_errors
from ._table import COUNTS, check_table, column, nothing_of, readings, selected

Budget = Union[str, int]


class Source(NamedTuple):
    """A DataFrame with the columns that its policy looks at, and how they are read."""

    table: Any
    names: list[str]
    nothing: _scrim.Histogram
    reading: dict[str, Any]
    policy: Any


def source_of(df: Any, policy: Any, columns: Any) -> Source:
    check_table(df)
    asked = policy_field(policy, columns)
    reading = readings(df, asked)
    nothing = nothing_of(df, reading)
    return Source(selected(df, nothing.columns), nothing.columns, nothing, reading, asked)


def bytes_of(budget: Budget) -> int:
    """'4g', '512m', or a number of bytes."""
    if isinstance(budget, int) and not isinstance(budget, bool) and budget > 0:
        return budget
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kmgt])?b?\s*", str(budget).lower())
    size = int(float(found[1]) * 1024 ** " kmgt".index(found[2] or " ")) if found else 0
    if size <= 0:
        raise InputError(f"driver_budget={budget!r}: a size such as '4g' or '512m' is accepted", "driver_budget")
    return size


def bytes_needed(rows: int, width: int) -> int:
    """What planning so many different rows takes on the driver, about: the histogram twice while it is united, the table,
    its classes and the released rows, with codes of two bytes. An estimate on the safe side, not a measurement."""
    return rows * (120 + 16 * width)


def _size(count: int) -> str:
    return f"{count / 2**20:,.0f} MB" if count >= 2**20 else f"{count / 2**10:,.0f} KB"


def said(progress: Any, text: str) -> None:
    if progress is True:
        print(f"scrim: {text}", file=sys.stderr)
    elif callable(progress):
        progress(text, 0, 0)


def check_sizes(rows: int, records: int, width: int, most: int, progress: Any) -> None:
    """Tells what planning is expected to take, and refuses what the driver has not."""
    if rows == 0:
        raise InputError("the DataFrame has no rows; at least one is expected", "df")
    estimate = bytes_needed(rows, width)
    told = (f"{rows:,} different rows of {records:,} records: planning takes about {_size(estimate)} on the driver, of "
            f"{_size(most)}")
    said(progress, told)
    if estimate > most:
        raise InputError(f"{told}; give more with driver_budget, drop columns or coarsen them: where the different rows do not fit "
                         "the driver, there is no other way yet", "driver_budget")


def counted(source: Source, driver_budget: Budget, progress: Any) -> Histogram:
    """The histogram of the whole DataFrame, if its different rows fit the driver."""
    from pyspark.sql import functions

    most = bytes_of(driver_budget)
    said(progress, "counting different rows")
    grouped = source.table.groupBy(*[column(name) for name in source.names]).agg(functions.count(functions.lit(1)).alias(COUNTS))
    pieces = grouped.mapInArrow(at_executors("count", COUNTED, policy=source.reading, counts=COUNTS), COUNTED)
    try:
        with kept(pieces) as found:
            sizes = found.agg(functions.sum("rows").alias("rows"), functions.sum("records").alias("records"),
                              functions.max("error").alias("error")).collect()[0]
            list(refuse_errors(iter([sizes])))
            check_sizes(sizes["rows"] or 0, sizes["records"] or 0, len(source.names), most, progress)
            parts = [_scrim.Histogram.parse(bytes(row["histogram"])) for row in refuse_errors(found.toLocalIterator())]
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001
        raise plainly(error) from None
    return Histogram(_scrim.Histogram.merged([source.nothing, *parts]))


def histogram(df: Any, policy: Any = None, *, driver_budget: Budget = "4g", progress: Any = None,
              **columns: Any) -> Histogram:
    """The different rows of a DataFrame, with how often each occurs: what every function of scrim takes as a table.

    Identifiers are left out; the policy names the person, or says that rows are persons.
    """
    return counted(source_of(df, policy, columns), driver_budget, progress)
