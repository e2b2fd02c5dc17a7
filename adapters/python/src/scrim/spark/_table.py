"""What is asked of a DataFrame before anything runs: that it is one, and that its columns can be read."""

from __future__ import annotations

import json
from typing import Any

import pyspark

from .. import _scrim
from .._errors import InputError

#: The column that says how often a row occurs, while Spark carries it.
COUNTS = "__scrim_count"
OLDEST = (3, 5)

# By pyspark's names, so that DataFrames of Spark Connect, whose types are the same, are none of our concern.
READ = ("ByteType", "ShortType", "IntegerType", "LongType", "FloatType", "DoubleType", "DecimalType", "StringType",
        "CharType", "VarcharType", "BooleanType", "DateType", "TimestampType", "TimestampNTZType", "NullType")


def check_table(df: Any) -> None:
    """Refuses what is no DataFrame of Spark, and names that Spark or Scrim would confuse."""
    if not (hasattr(df, "mapInArrow") and hasattr(df, "schema") and hasattr(df, "sparkSession")):
        raise InputError(f"df is a {type(df).__name__}: a DataFrame of Spark is accepted; for other tables there is scrim itself", "df")
    version = tuple(int(part) for part in pyspark.__version__.split(".")[:2])
    if version < OLDEST:
        raise InputError(f"pyspark {pyspark.__version__} is too old: 3.5 or later is needed", "df")
    seen: dict[str, str] = {}
    for name in df.columns:
        other = seen.setdefault(name.lower(), name)
        if df.columns.count(name) > 1 or other != name:
            raise InputError(f"two columns are called '{other}' and '{name}', which Spark does not tell apart: rename one", "df")
    if COUNTS in df.columns:
        raise InputError(f"a column is called '{COUNTS}', as one of ours: rename it", "df")


def column(name: str) -> Any:
    """A column by its name, whatever is in it."""
    from pyspark.sql import functions

    return functions.col("`" + name.replace("`", "``") + "`")


def readings(df: Any, policy: Any) -> dict[str, Any]:
    """The policy's part about reading, without files: what executors need of it."""
    return _scrim.reading_of(json.dumps({"policy": policy}), list(df.columns))


def nothing_of(df: Any, reading: dict[str, Any]) -> _scrim.Histogram:
    """A histogram without rows: the columns that the policy's verbs look at, in the table's order, and those left out."""
    import pyarrow

    nothing = pyarrow.table({name: pyarrow.array([], pyarrow.string()) for name in df.columns})
    return _scrim.Histogram.of(_scrim.Frame.from_capsule(nothing.__arrow_c_stream__()), json.dumps({"policy": reading}), None)


def selected(df: Any, names: list[str]) -> Any:
    """These columns alone, of types that are read."""
    types = {field.name: field.dataType for field in df.schema.fields}
    columns = []
    for name in names:
        kind = type(types[name]).__name__
        if kind not in READ:
            raise InputError(f"column '{name}' is of the type {types[name].simpleString()}: numbers, decimals, booleans, dates, "
                             "timestamps and text are accepted; drop it, or make it one of those", "df")
        # Under a collation, Spark takes texts for one that are two.
        plain = column(name).cast("string") if "collate" in types[name].simpleString() else column(name)
        columns.append(plain.alias(name))
    return df.select(*columns)
