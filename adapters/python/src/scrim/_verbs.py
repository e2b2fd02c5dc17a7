"""The verbs of the command line, on tables in memory."""

from __future__ import annotations

import csv
import io
import os
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Union

from ._calls import Progress, call
from ._errors import InputError
from ._frames import Tables, back_to
from ._policy import Columns, Described, Names, names, policy_field
from ._release import Release
from ._reports import AuditReport, CheckReport, Report, VerifyReport

if TYPE_CHECKING:
    from typing_extensions import Unpack

Path = Union[str, "os.PathLike[str]"]


def check(data: Any, policy: Any = None, *, require: Optional[Names] = None, original: Any = None, population: Any = None,
          target: Optional[str] = None, workload: Optional[str] = None, risk_threshold: Union[float, str, None] = None,
          suda: Optional[int] = None, null_matches: bool = False, progress: Progress = None,
          **columns: Unpack[Columns]) -> CheckReport:
    """How safe is this table, raw or anonymized, ours or another tool's?

    `policy` is the path of a policy file or a :class:`Policy`; or say what columns are with the keywords of
    :class:`Policy`: quasi_identifiers, sensitive, identifiers, insensitive, drop, default, person, hierarchies …

    >>> import scrim
    >>> table = {"age": [30, 30, 41, 41, 41], "disease": ["flu", "cold", "flu", "flu", "cold"]}
    >>> found = scrim.check(table, quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=3)")
    >>> found.ok, found.k_anonymity
    (False, 2)
    >>> found.requirements[0]["reason"]
    '1 class with 2 records does not satisfy it'
    """
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns),
              "require": names(require, "require") or None, "original": tables.add(original, "original"), "population": tables.add(population, "population"),
              "target": target, "workload": workload, "risk_threshold": risk_threshold, "suda": suda,
              "null_matches": null_matches or None}
    return CheckReport(call("check", tables, progress, **fields))


def publish(data: Any, policy: Any = None, *, require: Optional[Names] = None, algorithm: Optional[str] = None,
            minimize: Optional[str] = None, suppress: Union[str, int, None] = None, population: Any = None,
            target: Optional[str] = None, workload: Optional[str] = None, accept_exact: Optional[Names] = None,
            max_singled_out: Union[str, float, None] = None, out: Optional[Path] = None, format: str = "parquet",
            as_: Optional[str] = None, intervals: Optional[str] = None, owner: Optional[Path] = None,
            ledger: Optional[Path] = None, recipient: Optional[str] = None, force: bool = False,
            memory: Optional[int] = None, progress: Progress = None, **columns: Unpack[Columns]) -> Release:
    """Turns a table into a release that satisfies its policy, and proves it.

    The release is made in a folder, judged again from its files, and only then given back: in `out`, or in a private
    folder that is gone with the release unless it is saved.

    `as_="microdata"` adds a table of plain values, drawn from what the cells print (`release.table("microdata")`);
    `intervals="columns"` or "midpoint" adds the data with intervals as numbers to the folder, for those who get it.
    A differentially private release is paid from the `ledger` of a statistical database of the same table, by its
    `recipient`. `memory` is in megabytes.

    >>> import scrim
    >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
    >>> release = scrim.publish(table, quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> sorted(set(release.data["age"].to_pylist()))
    ['[30, 31]', '[40, 41]']
    """
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns),
              "require": names(require, "require") or None, "algorithm": algorithm, "minimize": minimize,
              "suppress": None if suppress is None else str(suppress), "population": tables.add(population, "population"),
              "target": target, "workload": workload, "accept_exact": names(accept_exact, "accept_exact") or None,
              "max_singled_out": None if max_singled_out is None else str(max_singled_out), "format": format, "as": as_,
              "intervals": intervals, "owner": owner, "ledger": ledger, "recipient": recipient, "force": force or None,
              "memory": memory}
    return Release.make(fields, tables, out, back_to(data), progress)


def explore(data: Any, policy: Any = None, *, require: Optional[Names] = None, minimize: Optional[str] = None,
            suppress: Union[str, int, None] = None, population: Any = None, target: Optional[str] = None,
            workload: Optional[str] = None, accept_exact: Optional[Names] = None, memory: Optional[int] = None,
            progress: Progress = None, **columns: Unpack[Columns]) -> Report:
    """Tries every algorithm that the requirements allow and compares what comes out; makes no release."""
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns),
              "require": names(require, "require") or None, "minimize": minimize, "suppress": None if suppress is None else str(suppress),
              "population": tables.add(population, "population"), "target": target, "workload": workload,
              "accept_exact": names(accept_exact, "accept_exact") or None, "memory": memory}
    return Report(call("explore", tables, progress, **fields))


def verify(folder: Union[Path, Release], *, original: Any = None, population: Any = None, policy: Any = None,
           public_only: bool = False, memory: Optional[int] = None, progress: Progress = None) -> VerifyReport:
    """Is a release as safe as its certificate says? Recomputed from its files alone, or also with its original."""
    tables = Tables()
    where = folder.folder if isinstance(folder, Release) else os.fspath(folder)
    fields = {"folder": where, "original": tables.add(original, "original"),
              "population": tables.add(population, "population"),
              "policy": None if policy is None else policy_field(policy, {}), "public_only": public_only or None,
              "memory": memory}
    return VerifyReport(call("verify", tables, progress, **fields))


def _folder_of(release: Any) -> Optional[str]:
    """The folder of what is a release; None of a table."""
    if isinstance(release, Release):
        return release.folder
    if isinstance(release, (str, os.PathLike)) and os.path.isdir(release):
        return os.fspath(release)
    return None


def query(release: Any, sql: Union[str, Sequence[str]], *, policy: Any = None,
          hierarchies: Optional[Mapping[str, Path]] = None, progress: Progress = None) -> Report:
    """What a recipient can compute from a release: intervals that surely hold the truth, and what is expected.

    `release` is a release, the path of its folder, or any tool's table in memory.

    >>> import scrim
    >>> table = {"age": ["[20, 29]", "[20, 29]", "[30, 39]"], "disease": ["flu", "cold", "flu"]}
    >>> print(scrim.query(table, "SELECT COUNT(*) FROM release WHERE age < 25"))
    between 0 and 2, expected 1   (3 records)
    ...
    """
    tables = Tables()
    fields: Dict[str, Any] = {"queries": [sql] if isinstance(sql, str) else list(sql)}
    folder = _folder_of(release)
    if folder is not None:
        if policy is not None:
            raise InputError("a release says itself how it is read: a policy is for a table without a certificate", "policy")
        fields["folder"] = folder
    else:
        fields["table"] = tables.add(release, "release")
        fields["policy"] = None if policy is None else policy_field(policy, {})
    if hierarchies:
        fields["hierarchies"] = {name: os.fspath(path) for name, path in hierarchies.items()}
    return Report(call("query", tables, progress, **fields))


def _check_original(release: Release, original: Any, progress: Progress) -> None:
    """A release states itself what it promises; an original can only be the wrong one."""
    found = verify(release, original=original, progress=progress)
    if not found.ok:
        failed = next(claim for claim in found.to_dict()["claims"] if claim["outcome"] == "fails")
        raise InputError(f"the release is not one of this original, or not what it says: {failed['what']}: {failed['detail']}",
                         "original")


def audit(release: Any, policy: Any = None, *, original: Any = None, attacker: Optional[str] = None,
          l: Optional[int] = None, attacks: Optional[Names] = None, external: Any = None, person: Optional[str] = None,
          pieces: Optional[int] = None, isolation_c: Union[float, str, None] = None, isolation_t: Optional[int] = None,
          hierarchies: Optional[Mapping[str, Any]] = None, require: Optional[Names] = None, progress: Progress = None,
          **columns: Unpack[Described]) -> AuditReport:
    """What could an attacker learn from a release: belief before and after for every record, and attacks.

    `release` is a release, the path of its folder, or any tool's table in memory with the policy that says what its
    columns are. With `original` a release is also verified to be one of that table; of another tool's table the original
    says what was believed before. `external` is a table of people whom the attacker knows, with exact quasi-identifiers,
    and `person` the column that names them. The report tells of people: it is for the owner of the data only.

    >>> import scrim
    >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
    >>> release = scrim.publish(table, quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> audit = scrim.audit(release, original=table)
    >>> audit.ok, audit.beliefs[0]["after"]["highest"]["exact"]
    (True, '1/2')
    """
    tables = Tables()
    fields: Dict[str, Any] = {"attacker": attacker, "l": l, "attacks": names(attacks, "attacks") or None, "pieces": pieces,
                              "external": tables.add(external, "external"), "person": person,
                              "isolation_c": isolation_c, "isolation_t": isolation_t}
    folder = _folder_of(release)
    if folder is not None:
        if policy is not None or columns or require is not None:
            raise InputError("a release says itself what its columns are and what it promises: a policy is for a table without "
                             "a certificate", "policy")
        if original is not None:
            _check_original(Release.open(folder), original, progress)
        fields["folder"] = folder
        if hierarchies:
            fields["hierarchies"] = {name: os.fspath(path) for name, path in hierarchies.items()}
    else:
        said: Dict[str, Any] = {**columns, "hierarchies": hierarchies, "person": person if policy is None else None}
        fields |= {"table": tables.add(release, "release"), "original": tables.add(original, "original"),
                   "policy": policy_field(policy, said, must_exist=False), "require": names(require, "require") or None}
    return AuditReport(call("audit_release", tables, progress, **fields))


def check_series(releases: Sequence[Any], policy: Any = None, *, people: Any = None, least: Optional[int] = None,
                 progress: Progress = None, **columns: Unpack[Columns]) -> AuditReport:
    """Who is exposed when several releases of changing data, any tool's, are combined?

    `releases` are tables or folders in their order; `people` are tables of who was in which, one for all or one for each,
    with the person's column and exact quasi-identifiers; they are not needed where the releases name people. Whoever has
    fewer than `least` possible sensitive values left is exposed.

    >>> import scrim
    >>> january = {"name": ["ann", "bob"], "age": ["[20, 40]"] * 2, "disease": ["flu", "cold"]}
    >>> february = {"name": ["ann", "eve"], "age": ["[20, 40]"] * 2, "disease": ["flu", "hiv"]}
    >>> scrim.check_series([january, february], person="name", quasi_identifiers="age", sensitive="disease").ok
    False
    """
    tables = Tables()
    listed = [] if people is None else people if isinstance(people, (list, tuple)) else [people]
    fields = {"releases": [tables.add(release, "releases") for release in releases],
              "policy": policy_field(policy, columns, must_exist=False), "people": [tables.add(table, "people") for table in listed] or None,
              "least": least}
    return AuditReport(call("check_series", tables, progress, **fields))


def audit_views(path_or_text: Path, *, guarantees: Optional[Names] = None, attacker: Optional[str] = None,
                l: Optional[int] = None, epsilon: Optional[str] = None, list: bool = False, every_extent: bool = False,
                time_limit: Optional[float] = None, progress: Progress = None) -> AuditReport:
    """What do views of a database give away about a secret? An .audit file, or the text of one."""
    given = os.fspath(path_or_text)
    fields = {"guarantees": names(guarantees) or None, "attacker": attacker, "l": l, "epsilon": epsilon,
              "list": list or None, "every_extent": every_extent or None, "time_limit": time_limit}
    fields |= {"text": given, "path": "the text"} if "\n" in given else {"path": given}
    return AuditReport(call("audit_views", Tables(), progress, **fields))


def build_hierarchy(data: Any, column: str, *, intervals: Optional[Sequence[Union[int, float, str]]] = None,
                    dates: Optional[Names] = None, prefixes: Optional[Sequence[int]] = None, flat: bool = False,
                    type: Optional[str] = None, missing: Optional[Names] = None, out: Optional[Path] = None,
                    progress: Progress = None) -> List[List[str]]:
    """A generalization hierarchy for a column, as rows from leaf to top: what `hierarchies` of a policy takes.

    By the widths of `intervals`; by units of `dates` among day, month, quarter, year and decade; by `prefixes`, how many
    last characters each level masks; or `flat`. With `out` it is also written to a file, for you alone to read.

    >>> import scrim
    >>> scrim.build_hierarchy({"born": ["1990-01-31", "1990-02-01"]}, "born", dates=["month", "year"])[0]
    ['1990-01-01', '1990-01', '1990', '*']
    """
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "column": column, "dates": names(dates, "dates") or None,
              "intervals": None if intervals is None else [str(width) for width in intervals],
              "prefixes": None if prefixes is None else [int(count) for count in prefixes], "flat": flat or None,
              "type": type, "missing": names(missing, "missing") or None}
    text = call("build_hierarchy", tables, progress, **fields)[1]
    if out is not None:
        with open(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
    return [row for row in csv.reader(io.StringIO(text), delimiter=";")]


def check_hierarchy(path: Path, data: Any = None, column: str = "", *, type: Optional[str] = None,
                    missing: Optional[Names] = None, progress: Progress = None) -> Report:
    """Is a hierarchy's file sound, and does it know every value of a column?

    >>> import scrim, tempfile
    >>> path = tempfile.mkdtemp() + "/ward.csv"
    >>> _ = scrim.build_hierarchy({"ward": ["a1", "a2"]}, "ward", prefixes=[1], out=path)
    >>> scrim.check_hierarchy(path, {"ward": ["a1", "b7"]}, "ward").missing
    ['b7']
    """
    tables = Tables()
    fields = {"path": os.fspath(path), "table": tables.add(data, "data"), "column": column or None, "type": type,
              "missing": names(missing, "missing") or None}
    return Report(call("check_hierarchy", tables, progress, **fields))


def models() -> Report:
    """Every privacy model: what it promises, against whom, and its parameters."""
    return Report(call("models", Tables()))


def metrics() -> Report:
    """Every metric of what a release loses."""
    return Report(call("metrics", Tables()))


def algorithms() -> Report:
    """Everything that makes a release, and when to choose it."""
    return Report(call("algorithms", Tables()))
