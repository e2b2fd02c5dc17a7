"""Tables of any kind as frames of the library, and back as what they came as.

Nothing is imported that the caller has not imported: a pandas frame means that pandas is there.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Callable, Optional

from . import _scrim
from ._errors import InputError

Back = Callable[[_scrim.Frame], Any]


def _is(data: Any, module: str, *names: str) -> bool:
    """Whether `data` is of one of these classes, without importing their module."""
    known = sys.modules.get(module)
    return known is not None and any(isinstance(data, getattr(known, name, ())) for name in names)


def _pyarrow(why: str):
    try:
        import pyarrow
    except ImportError:
        raise InputError(f"{why} through pyarrow, which is not installed: pip install pyarrow") from None
    return pyarrow


def _of_pandas(data: Any) -> Any:
    arrow = _pyarrow("pandas hands its columns over")
    names = [str(name) for name in data.columns]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"two columns are called '{name}'", name)
    columns = []
    for place, name in enumerate(names):
        column = data.iloc[:, place]
        try:
            # NaN is pandas' "no value".
            columns.append(arrow.Array.from_pandas(column))
        except (arrow.ArrowInvalid, arrow.ArrowTypeError, arrow.ArrowNotImplementedError) as error:
            why = str(error).splitlines()[0]
            raise InputError(f"column '{name}' holds values of several types: {why}", name) from None
    return arrow.Table.from_arrays([arrow.chunked_array(column) if not isinstance(column, arrow.ChunkedArray) else column
                                    for column in columns], names=names)


def _to_pandas(frame: _scrim.Frame) -> Any:
    arrow = _pyarrow("pandas takes columns")
    table = arrow.table(frame)
    # Text arrives as categories, which few expect of a column of labels.
    plain = [column.cast(column.type.value_type) if arrow.types.is_dictionary(column.type) else column
             for column in table.columns]
    return arrow.Table.from_arrays(plain, names=table.column_names).to_pandas()


def with_pandas_intervals(text: _scrim.Frame, pairs: _scrim.Frame) -> Any:
    """A pandas frame whose columns of intervals are columns of pandas.Interval, None where there is no end."""
    import pandas

    printed, ends = _to_pandas(text), _to_pandas(pairs)
    for name in printed.columns:
        low, high = f"{name}_lo", f"{name}_hi"
        if name in ends.columns or low not in ends.columns:
            continue
        made = [None if pandas.isna(least) or pandas.isna(most) else pandas.Interval(least, most, closed=_closed(label))
                for label, least, most in zip(printed[name], ends[low], ends[high])]
        printed[name] = pandas.Series(made, index=printed.index, dtype=object)
    return printed


def _closed(label: str) -> str:
    label = str(label)
    left, right = label[:1] not in "(]", label[-1:] not in ")["
    return {(True, True): "both", (True, False): "left", (False, True): "right"}.get((left, right), "neither")


def _to_polars(frame: _scrim.Frame) -> Any:
    import polars

    made = polars.DataFrame(frame)
    return made.with_columns(polars.col(polars.Categorical).cast(polars.String))


def _to_pyarrow(frame: _scrim.Frame) -> Any:
    return _pyarrow("its tables come").table(frame)


def _to_duckdb(frame: _scrim.Frame) -> Any:
    import duckdb

    table = _to_pyarrow(frame)
    return duckdb.from_arrow(table)


def _of_stream(data: Any) -> _scrim.Frame:
    try:
        return _scrim.Frame.from_capsule(data.__arrow_c_stream__(None))
    except InputError:
        raise
    except (TypeError, ValueError, NotImplementedError) as error:
        raise InputError(f"the table cannot be read: {str(error).splitlines()[0]}") from None


class Tables:
    """The tables of one request: what the request says of each, and the frames that it means."""

    def __init__(self) -> None:
        self.frames: list[_scrim.Frame] = []
        self.histograms: list[_scrim.Histogram] = []

    def add(self, data: Any, field: str = "table") -> Any:
        """A path stays one, and so does a histogram; anything else becomes a frame."""
        if data is None:
            return None
        histogram = getattr(data, "_histogram", None)
        if isinstance(histogram, _scrim.Histogram):
            self.histograms.append(histogram)
            return {"histogram": len(self.histograms) - 1}
        if isinstance(data, (str, os.PathLike)):
            return os.fspath(data)
        if isinstance(data, dict) and "path" in data:
            return data
        self.frames.append(to_frame(data, field))
        return {"frame": len(self.frames) - 1}


def to_frame(data: Any, field: str = "table") -> _scrim.Frame:
    """A frame of the library that shares the columns of `data` where their types allow it."""
    if isinstance(data, _scrim.Frame):
        return data
    if _is(data, "pandas", "DataFrame"):
        return _of_stream(_of_pandas(data))
    if _is(data, "pandas", "Series"):
        return _of_stream(_of_pandas(data.to_frame()))
    if _is(data, "polars", "LazyFrame"):
        return _of_stream(data.collect())
    if hasattr(data, "__arrow_c_stream__"):
        return _of_stream(data)
    for method in ("to_arrow_table", "fetch_arrow_table", "arrow"):  # DuckDB's relations
        if _is(data, "duckdb", "DuckDBPyRelation") and hasattr(data, method):
            return _of_stream(getattr(data, method)())
    if isinstance(data, dict) and data:
        return _of_stream(_pyarrow("columns of lists are handed over").table(data))
    raise InputError(
        f"{field} is a {type(data).__name__}: a path, a frame of pandas, polars or pyarrow, a relation of duckdb or any "
        "object with __arrow_c_stream__ is accepted", field)


def back_to(data: Any) -> Back:
    """What makes a frame of the library the kind of thing that `data` is; pandas or polars for a path, where one is."""
    if _is(data, "pandas", "DataFrame", "Series"):
        return _to_pandas
    if _is(data, "polars", "DataFrame", "LazyFrame", "Series"):
        return _to_polars
    if _is(data, "duckdb", "DuckDBPyRelation"):
        return _to_duckdb
    if _is(data, "pyarrow", "Table", "RecordBatch", "RecordBatchReader") or isinstance(data, dict):
        return _to_pyarrow
    if isinstance(data, (str, os.PathLike)):
        return in_common_use() or (lambda frame: frame)
    return lambda frame: frame


def in_common_use() -> Optional[Back]:
    """For results that no frame was given for: pandas, else polars, else pyarrow, whichever is imported already."""
    for module, back in (("pandas", _to_pandas), ("polars", _to_polars), ("pyarrow", _to_pyarrow)):
        if module in sys.modules:
            return back
    return None
