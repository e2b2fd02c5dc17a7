"""verify of releases whose data no machine should hold: executors look at files, the driver judges what they saw."""

from __future__ import annotations

import json
import os
from typing import Any, Optional, Union

from .. import _scrim, _verbs
from .._errors import InputError
from .._plan import Histogram
from .._policy import policy_field
from .._release import Release
from .._reports import VerifyReport
from ._executors import SEEN, at_executors, kept, plainly, refuse_errors

Path = Union[str, "os.PathLike[str]"]


def _parts(folder: str) -> list[str]:
    """The files of the data, as the certificate lists them; none where the data are one file."""
    try:
        with open(os.path.join(folder, "certificate.json"), encoding="utf-8") as file:
            listed = [entry["name"] for entry in json.load(file)["files"]]
    except (OSError, ValueError, KeyError, TypeError):
        return []  # the verifier says what is wrong
    found = sorted(name for name in listed if isinstance(name, str) and name.startswith("data/part-"))
    return found if all(os.path.isfile(os.path.join(folder, name)) for name in found) else []


def verify(folder: Union[Path, Release], *, policy: Any = None, original: Optional[Histogram] = None, spark: Any = None,
           progress: Any = None) -> VerifyReport:
    """:func:`scrim.verify` of a release, whose files executors read: every claim that the command line checks.

    Executors see `folder` under the same name. `original` is the table's histogram. The driver holds the different
    released rows.
    """
    where = os.path.abspath(folder.folder if isinstance(folder, Release) else os.fspath(folder))
    parts = _parts(where)
    if not parts:
        return _verbs.verify(where, policy=policy, original=original, progress=progress)
    if spark is None:
        from pyspark.sql import SparkSession

        spark = SparkSession.getActiveSession()
        if spark is None:
            raise InputError("there is no active session of Spark: give one", "spark")
    names = spark.createDataFrame([(name,) for name in parts], "name string").repartition(len(parts))
    try:
        with kept(names.mapInArrow(at_executors("see", SEEN, folder=where), SEEN)) as looks:
            looks.count()
            rows = list(refuse_errors(looks.toLocalIterator()))
    except InputError:
        raise
    except Exception as error:  # noqa: BLE001
        raise plainly(error) from None
    seen = {row["name"]: bytes(row["seen"]) for row in rows}
    asked = "" if policy is None else json.dumps({"policy": policy_field(policy, {})}, default=str)
    held = None if original is None else original._histogram
    return VerifyReport(_scrim.verify_seen(where, [seen[name] for name in parts if name in seen], asked, held, None))
