"""Tables of any kind as frames of the library, and back as what they came as.

Nothing is imported that the caller has not imported: a pandas frame means that pandas is there.
"""

from __future__ import annotations

import os
import sys
from typing import Any, Callable, Iterable, Optional

from . import _scrim
from ._errors import InputError

Back = Callable[[_scrim.Frame], Any]


def _is(data: Any, module: str, *names: str) -> bool:
    """Whether `data` is of one of these classes, without importing their module."""
    known = sys.modules.get(module)
    return known is not None and any(isinstance(data, getattr(known, name, ())) for name in names)


def _pyarrow(why: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise InputError(f"{why} through pyarrow, which is not installed: pip install pyarrow") from None
    return pyarrow


def _column_names(names: Iterable[Any], field: str) -> list[str]:
    texts: list[str] = []
    for place, name in enumerate(map(str, names)):
        try:
            name.encode()
        except UnicodeEncodeError:
            raise InputError(f"the name of column {place + 1} is not UTF-8 text", field) from None
        if name in texts:
            raise InputError(f"two columns are called '{name}'", field)
        texts.append(name)
    return texts


def _held(column: Any) -> str:
    """What the values of a column are, where they are not of one type that can be read."""
    types = {type(value).__name__: None for value in column if value is not None and value == value}
    return f"values of several types, {' and '.join(types)}" if len(types) > 1 else f"values of the type {next(iter(types), 'None')}"


def _arrow_column(arrow: Any, column: Any, name: str, field: str) -> Any:
    """One column of pandas, or a list, as pyarrow has it; NaN is pandas' "no value"."""
    try:
        made = arrow.Array.from_pandas(column) if hasattr(column, "dtype") else arrow.array(column)
    except UnicodeEncodeError:
        raise InputError(f"column '{name}' holds text that is not UTF-8", field) from None
    except (arrow.ArrowException, TypeError, ValueError, OverflowError):
        raise InputError(f"column '{name}' holds {_held(column)}: numbers, dates, timestamps, times of day, text, categories "
                         "and lists of these are accepted, one of them in a column", field) from None
    return arrow.chunked_array(made) if not isinstance(made, arrow.ChunkedArray) else made


def _plain_pandas(column: Any) -> Any:
    """The column without what only pandas has: sparse values are spread out, periods and intervals are as they print."""
    import pandas

    if isinstance(column.dtype, pandas.SparseDtype):
        return column.sparse.to_dense()
    if isinstance(column.dtype, (pandas.PeriodDtype, pandas.IntervalDtype)):
        return column.astype(object).map(str, na_action="ignore")
    if column.dtype == object and isinstance(next((value for value in column.array if value is not None), None),
                                             pandas.Interval):
        return column.map(lambda value: str(value) if isinstance(value, pandas.Interval) else value)
    return column


def _of_pandas(data: Any, field: str) -> Any:
    arrow = _pyarrow("pandas hands its columns over")
    names = _column_names(data.columns, field)
    columns = [_arrow_column(arrow, _plain_pandas(data.iloc[:, place]), name, field)
               for place, name in enumerate(names)]
    return arrow.Table.from_arrays(columns, names=names)


def _of_lists(data: dict[Any, Any], field: str) -> Any:
    arrow = _pyarrow("columns of lists are handed over")
    names = _column_names(data, field)
    columns = [_arrow_column(arrow, column, name, field) for name, column in zip(names, data.values())]
    for name, column in zip(names, columns):
        if len(column) != len(columns[0]):
            raise InputError(f"column '{name}' has {len(column)} values and column '{names[0]}' {len(columns[0])}: columns are "
                             "equally long", field)
    return arrow.Table.from_arrays(columns, names=names)


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


def _closed(label: Any) -> Any:
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


def _of_stream(data: Any, field: str) -> _scrim.Frame:
    try:
        return _scrim.Frame.from_capsule(data.__arrow_c_stream__(None))
    except InputError as error:
        error.field = error.field or field
        raise
    except (TypeError, ValueError, NotImplementedError) as error:
        raise InputError(f"the table cannot be read: {(str(error).splitlines() or [type(error).__name__])[0]}", field) from None


class Tables:
    """The tables of one request: what the request says of each, and the frames that it means."""

    def __init__(self) -> None:
        self.frames: list[_scrim.Frame] = []
        self.histograms: list[_scrim.Histogram] = []

    def add(self, data: Any, field: str = "data") -> Any:
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

    def with_lists(self, said: Any) -> Optional[_scrim.Frame]:
        """The frame that add() has made, if it has columns of lists: what is released of them are texts."""
        made = self.frames[said["frame"]] if isinstance(said, dict) and "frame" in said else None
        return made if made is not None and made.has_lists else None


def to_frame(data: Any, field: str = "data") -> _scrim.Frame:
    """A frame of the library that shares the columns of `data` where their types allow it."""
    if isinstance(data, _scrim.Frame):
        return data
    if _is(data, "pandas", "DataFrame"):
        return _of_stream(_of_pandas(data, field), field)
    if _is(data, "pandas", "Series"):
        return _of_stream(_of_pandas(data.to_frame(), field), field)
    if _is(data, "polars", "LazyFrame"):
        return _of_stream(data.collect(), field)
    if hasattr(data, "__arrow_c_stream__"):
        return _of_stream(data, field)
    for method in ("to_arrow_table", "fetch_arrow_table", "arrow"):  # DuckDB's relations
        if _is(data, "duckdb", "DuckDBPyRelation") and hasattr(data, method):
            return _of_stream(getattr(data, method)(), field)
    if isinstance(data, dict) and data:
        return _of_stream(_of_lists(data, field), field)
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
