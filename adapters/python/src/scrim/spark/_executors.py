"""What Spark runs on executors. A function travels by value and looks for Scrim where it arrives, so that an executor
without it, or with another version, is told apart from everything else.

What goes wrong there comes back as data, as one more row: a message may quote values, and what is raised in a task is
written to Spark's logs. Only what Spark should try again is raised: trouble with memory, disks and networks.
"""

from __future__ import annotations

import contextlib
import importlib
import json
from typing import Any, Callable, Iterator

from .. import _scrim
from .._errors import InputError

DIVIDED = "file int, records long, suppressed long, unknown long, rows binary, error string"
COUNTED = "rows long, records long, histogram binary, error string"
WRITTEN = "file int, records long, suppressed long, unknown long, error string"
SEEN = "name string, seen binary, error string"


def at_executors(task: str, columns: str, **given: Any) -> Callable[[Any], Any]:
    """A function from Arrow batches to those of these columns, for Spark to carry."""
    version, asked = _scrim.version(), json.dumps(given)

    def run(data):  # type: ignore[no-untyped-def]  # Spark reads what it takes from such hints
        import socket

        said = ""
        try:
            tasks = importlib.import_module("scrim.spark._tasks")
            there = importlib.import_module("scrim._scrim").version()
        except ImportError as error:
            said = (f"there is no Scrim on executor {socket.gethostname()} ({error}): install the wheel there, or ship it with "
                    "spark.archives")
        else:
            if there != version:
                said = f"{there} is on executor {socket.gethostname()}, and {version} on the driver: install the same version"
        if not said:
            return getattr(tasks, task)(data, **json.loads(asked))
        # Not raised, or every task would try it again.
        import pyarrow

        types = {"int": pyarrow.int32(), "long": pyarrow.int64(), "binary": pyarrow.binary(), "string": pyarrow.string()}
        schema = pyarrow.schema([(column.split()[0], types[column.split()[1]]) for column in columns.split(",")])
        row = {"file": -1, "error": json.dumps({"message": said, "field": "df"})}
        return iter([pyarrow.RecordBatch.from_pylist([{name: row.get(name) for name in schema.names}], schema=schema)])

    return run


@contextlib.contextmanager
def kept(pieces: Any) -> Iterator[Any]:
    """The same, computed once: by all executors at once, and then fetched one partition after the other, which spares the
    memory of Spark's driver. Not every Spark keeps what it computed."""
    try:
        held = pieces.persist()
    except Exception:  # noqa: BLE001
        held = None
    try:
        yield pieces if held is None else held
    finally:
        if held is not None:
            held.unpersist(True)


def plainly(error: Exception) -> Exception:
    """What Spark says of a failed job, in one line where it is known."""
    said = str(error)
    if "No module named 'pyarrow'" in said:
        return InputError("the Python of the executors has no pyarrow, through which Spark hands its columns over: install it there, or "
                          "name another Python with PYSPARK_PYTHON", "df")
    if "spark.driver.maxResultSize" in said:
        return InputError("the histogram is larger than Spark hands to its driver: raise spark.driver.maxResultSize", "driver_budget")
    return error


def refuse_errors(rows: Iterator[Any]) -> Iterator[Any]:
    for row in rows:
        if row["error"]:
            said = json.loads(row["error"])
            raise InputError(said["message"], said["field"])
        yield row
