"""check and publish of Spark's DataFrames."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import Any, Optional, Union

from .. import _scrim, _verbs
from .._calls import given, shown
from .._errors import InputError
from .._frames import Tables, in_common_use
from .._policy import Names, names
from .._release import Release
from .._reports import AuditReport, CheckReport, Report
from .._statdb import StatDb
from ._executors import DIVIDED, WRITTEN, at_executors, plainly, refuse_errors
from ._histogram import Budget, Source, counted, said, source_of

Path = Union[str, "os.PathLike[str]"]


def check(df: Any, policy: Any = None, *, require: Optional[Names] = None, driver_budget: Budget = "4g",
          population: Optional[Path] = None, target: Optional[str] = None, workload: Optional[str] = None,
          risk_threshold: Union[float, str, None] = None, progress: Any = None, **columns: Any) -> CheckReport:
    """:func:`scrim.check` of a DataFrame: every class is counted over all partitions.

    The different rows have to fit the driver: `driver_budget` says how much of its memory may be used.
    """
    source = source_of(df, policy, columns)
    return _verbs.check(counted(source, driver_budget, progress), source.policy, require=require, population=population,
                        target=target, workload=workload, risk_threshold=risk_threshold)


def statdb_build(df: Any, policy: Any = None, *, m: int, out: Path, builder: Optional[str] = None, strata: Optional[int] = None,
                 frameworks: Optional[Names] = None, force: bool = False, driver_budget: Budget = "4g", progress: Any = None,
                 **columns: Any) -> StatDb:
    """:meth:`scrim.StatDb.build` of a DataFrame: one file on the driver, built of its different rows."""
    source = source_of(df, policy, columns)
    return StatDb.build(counted(source, driver_budget, progress), source.policy, m=m, out=out, builder=builder, strata=strata,
                        frameworks=frameworks, force=force)


def audit(df: Any, policy: Any = None, *, driver_budget: Budget = "4g", progress: Any = None,
          person: Optional[str] = None, require: Optional[Names] = None, attacker: Optional[str] = None,
          l: Optional[int] = None, attacks: Optional[Names] = None, **columns: Any) -> AuditReport:
    """:func:`scrim.audit` of an anonymized table that is a DataFrame, any tool's: belief before and after, for every record.

    Of a release of Scrim's, :func:`scrim.audit` takes the folder, and its original as :func:`histogram` makes one.
    """
    source = source_of(df, policy, {**columns, "person": person})
    return _verbs.audit(counted(source, driver_budget, progress), source.policy, person=person, require=require,
                        attacker=attacker, l=l, attacks=attacks)


def _folder(out: Path, force: bool) -> str:
    """Where the release goes: a folder that the driver and the executors see under one name."""
    text = os.fspath(out)
    if text.startswith("file:"):
        text = "/" + text[len("file:"):].lstrip("/")
    if "://" in text or text.startswith("dbfs:"):
        raise InputError(f"'{text}' is no path of a file system that is mounted: a folder that the driver and all executors see "
                         "under one name is accepted (a disk of this machine under local[*], NFS, /dbfs/…, /Volumes/…)", "out")
    text = os.path.abspath(text)
    if os.path.lexists(text) and not force:
        raise InputError(f"'{text}' is there already; choose another name, or replace it with force=True", "out")
    if not os.path.isdir(os.path.dirname(text)):
        raise InputError(f"there is no folder '{os.path.dirname(text)}' to make the release in", "out")
    return text


class Writer:
    """Lets Spark write the files of a release by its plan."""

    def __init__(self, source: Source, out: str, progress: Any) -> None:
        self.source, self.out, self.progress = source, out, progress

    def __call__(self, plan: _scrim.Plan, folder: str) -> None:
        # Beside the release, on the same disk: the plan, which may hold values that the release does not show, and files
        # while they are written. Gone afterwards, whatever happens.
        scratch = tempfile.mkdtemp(prefix=".scrim-spark-", dir=os.path.dirname(self.out))
        try:
            path = os.path.join(scratch, "plan")
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(plan.serialize())
            said(self.progress, f"writing {plan.files} file{'s' if plan.files > 1 else ''} of {plan.classes:,} classes")
            self._write(plan, folder, scratch, path)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    def _write(self, plan: _scrim.Plan, folder: str, scratch: str, path: str) -> None:
        divided = self.source.table.mapInArrow(at_executors("divide", DIVIDED, plan=path), DIVIDED)
        # So many partitions that few hold several files; a number that is asked for is not made smaller by Spark.
        sorted_by_file = divided.repartition(2 * plan.files + 1, "file").sortWithinPartitions("file")
        written = sorted_by_file.mapInArrow(at_executors("write", WRITTEN, plan=path, folder=folder, scratch=scratch), WRITTEN)
        try:
            rows = list(refuse_errors(iter(written.collect())))
        except InputError:
            raise
        except Exception as error:  # noqa: BLE001
            raise plainly(error) from None
        total = {name: sum(row[name] for row in rows) for name in ("records", "suppressed", "unknown")}
        if (total["records"], total["suppressed"] + total["unknown"]) != (plan.records, plan.suppressed):
            raise InputError(f"the DataFrame had {plan.records + plan.suppressed:,} records when they were counted, and other ones "
                             "when they were written: what it computes changes from one time to the next; write it to a table first", "df")


def publish(df: Any, policy: Any = None, *, out: Path, require: Optional[Names] = None, algorithm: Optional[str] = None,
            minimize: Optional[str] = None, suppress: Union[str, int, None] = None, population: Optional[Path] = None,
            target: Optional[str] = None, workload: Optional[str] = None, accept_exact: Optional[Names] = None,
            max_singled_out: Union[str, float, None] = None, owner: Optional[Path] = None, force: bool = False,
            driver_budget: Budget = "4g", records_per_file: int = 1_000_000, memory: Optional[int] = None,
            progress: Any = None, **columns: Any) -> Release:
    """:func:`scrim.publish` of a DataFrame: Spark counts its different rows, the driver plans, Spark writes.

    `out` is a folder that the driver and all executors see under one name. The data are Parquet files in `out/data`; they
    are read back and judged before the release is moved into its place, so there is a right release or none.
    """
    where = _folder(out, force)
    source = source_of(df, policy, columns)
    tables = Tables()
    fields = {"table": tables.add(counted(source, driver_budget, progress), "df"), "policy": source.policy,
              "require": names(require, "require") or None, "algorithm": algorithm, "minimize": minimize,
              "suppress": None if suppress is None else str(suppress), "population": population, "target": target,
              "workload": workload, "accept_exact": names(accept_exact, "accept_exact") or None,
              "max_singled_out": None if max_singled_out is None else str(max_singled_out), "out": where, "owner": owner,
              "force": force or None, "memory": memory}
    said(progress, "planning")
    with shown(progress) as called:
        report = _scrim.publish_parts(given(fields), tables.frames, tables.histograms, records_per_file,
                                      Writer(source, where, progress), called)
    return Release(where, in_common_use(), Report(report))
