"""The tasks that executors run: histograms of batches, released rows divided among files, files written."""

from __future__ import annotations

import functools
import json
import os
import uuid
from typing import Any, Callable, Iterable, Iterator, Optional

import pyarrow as pa

from .. import _scrim
from .._errors import Error, InputError
from ._executors import COUNTED, DIVIDED, SEEN, WRITTEN

#: Rows that are taken together: enough that the plan's setup does not count, few enough for a worker's memory.
ROWS_AT_ONCE = 1 << 18

Batches = Iterable[pa.RecordBatch]
_plans: dict[str, _scrim.Plan] = {}  # a worker serves many tasks


def _frame(batches: list[pa.RecordBatch]) -> _scrim.Frame:
    return _scrim.Frame.from_capsule(pa.Table.from_batches(batches).__arrow_c_stream__())


def _gathered(batches: Batches) -> Iterator[_scrim.Frame]:
    held: list[pa.RecordBatch] = []
    rows = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        rows += batch.num_rows
        if rows >= ROWS_AT_ONCE:
            yield _frame(held)
            held, rows = [], 0
    if held:
        yield _frame(held)


def _row(schema: pa.Schema, **cells: Any) -> pa.RecordBatch:
    return pa.RecordBatch.from_pylist([{field.name: cells.get(field.name) for field in schema}], schema=schema)


def _error(error: Exception) -> str:
    if isinstance(error, (OSError, MemoryError)):
        raise error  # on another machine, or later, it may go well
    said = str(error) if isinstance(error, Error) else f"{type(error).__name__}: {error}"
    return json.dumps({"message": said, "field": getattr(error, "field", "")})


def _telling(schema: pa.Schema) -> Callable[[Callable[..., Iterator[pa.RecordBatch]]], Callable[..., Iterator[pa.RecordBatch]]]:
    """What a task raises is a row of its table, and no line of a log."""
    def decorated(task: Callable[..., Iterator[pa.RecordBatch]]) -> Callable[..., Iterator[pa.RecordBatch]]:
        @functools.wraps(task)
        def told(batches: Any, **given: Any) -> Iterator[pa.RecordBatch]:
            try:
                yield from task(batches, **given)
            except Exception as error:  # noqa: BLE001
                cells = {"error": _error(error), **({"file": -1} if "file" in schema.names else {})}
                yield _row(schema, **cells)
        return told
    return decorated


def _schema(columns: str) -> pa.Schema:
    types = {"int": pa.int32(), "long": pa.int64(), "binary": pa.binary(), "string": pa.string()}
    return pa.schema([(column.split()[0], types[column.split()[1]]) for column in columns.split(",")])


_COUNTED, _DIVIDED, _WRITTEN, _SEEN = (_schema(columns) for columns in (COUNTED, DIVIDED, WRITTEN, SEEN))


@_telling(_SEEN)
def see(batches: Batches, folder: str) -> Iterator[pa.RecordBatch]:
    """What the verifier wants to know of some files of a release."""
    for batch in batches:
        for name in batch.column(0).to_pylist():
            yield _row(_SEEN, name=name, seen=_scrim.seen_file(folder, name))


@_telling(_COUNTED)
def count(batches: Batches, policy: dict[str, Any], counts: str) -> Iterator[pa.RecordBatch]:
    """Histograms of rows that Spark has grouped."""
    asked = json.dumps({"policy": policy})
    for frame in _gathered(batches):
        made = _scrim.Histogram.counted(frame, counts, asked, None)
        yield _row(_COUNTED, rows=made.rows, records=made.records, histogram=made.serialize())


def _plan(path: str) -> _scrim.Plan:
    if path not in _plans:
        _plans.clear()
        try:
            with open(path, "rb") as file:
                _plans[path] = _scrim.Plan.parse(file.read())
        except FileNotFoundError:
            import socket

            raise InputError(f"executor {socket.gethostname()} does not see the folder in which the release is made: a disk that "
                             "all executors share with the driver is accepted", "out") from None
    return _plans[path]


@_telling(_DIVIDED)
def divide(batches: Batches, plan: str) -> Iterator[pa.RecordBatch]:
    """What rows become in the release, for each of its files."""
    made = _plan(plan)
    for frame in _gathered(batches):
        files, records, suppressed, unknown = made.divided(frame, None)
        yield _row(_DIVIDED, file=-1, records=0, suppressed=suppressed, unknown=unknown)
        for file, rows in files:
            yield _row(_DIVIDED, file=file, records=rows.records, suppressed=0, unknown=0, rows=rows.serialize())


def _placed(written: str, target: str) -> None:
    """Gives a written file its name, unless another attempt of the same task was there first: its bytes are the same."""
    try:
        os.link(written, target)
    except FileExistsError:
        pass
    except OSError:  # a disk without links
        if not os.path.exists(target):
            os.rename(written, target)
            return
    os.unlink(written)


class _File:
    """What parts have for one file: counts, and rows as they were carried."""

    def __init__(self, file: int) -> None:
        self.file, self.pieces, self.error = file, [], ""  # type: int, list[bytes], str
        self.counts = {"records": 0, "suppressed": 0, "unknown": 0}

    def add(self, row: dict[str, Any]) -> None:
        for name in self.counts:
            self.counts[name] += row[name] or 0
        if row["rows"] is not None:
            self.pieces.append(row["rows"])
        self.error = self.error or row["error"] or ""

    def written(self, made: _scrim.Plan, folder: str, scratch: str) -> pa.RecordBatch:
        if self.file >= 0 and not self.error:
            name = f"part-{self.file:05}.parquet"
            own = os.path.join(scratch, f"{uuid.uuid4().hex}-{name}")
            try:
                made.write_file(_scrim.Histogram.merged([_scrim.Histogram.parse(piece) for piece in self.pieces]), own)
                _placed(own, os.path.join(folder, name))
            except Exception as error:  # noqa: BLE001
                self.error = _error(error)
        return _row(_WRITTEN, file=self.file, error=self.error or None, **self.counts)


@_telling(_WRITTEN)
def write(batches: Batches, plan: str, folder: str, scratch: str) -> Iterator[pa.RecordBatch]:
    """The files of the release whose rows are here, file by file. Whoever tries again writes the same bytes."""
    made = _plan(plan)
    open_file: Optional[_File] = None
    for batch in batches:
        for row in batch.to_pylist():
            if open_file is not None and open_file.file != row["file"]:
                yield open_file.written(made, folder, scratch)
                open_file = None
            open_file = open_file or _File(row["file"])
            open_file.add(row)
    if open_file is not None:
        yield open_file.written(made, folder, scratch)
