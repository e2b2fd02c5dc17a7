"""The verbs of the command line, on tables in memory."""

from __future__ import annotations

import os
from typing import Any, Mapping, Optional, Sequence, Union

from ._calls import Progress, call
from ._frames import Tables, back_to
from ._policy import Names, names, policy_field
from ._release import Release
from ._reports import AuditReport, CheckReport, Report, VerifyReport

Path = Union[str, "os.PathLike[str]"]


def check(data: Any, policy: Any = None, *, require: Optional[Names] = None, original: Any = None, population: Any = None,
          target: Optional[str] = None, workload: Optional[str] = None, risk_threshold: Union[float, str, None] = None,
          suda: Optional[int] = None, null_matches: bool = False, progress: Progress = None,
          **columns: Any) -> CheckReport:
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
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns), "require": names(require) or None,
              "original": tables.add(original, "original"), "population": tables.add(population, "population"),
              "target": target, "workload": workload, "risk_threshold": risk_threshold, "suda": suda,
              "null_matches": null_matches or None}
    return CheckReport(call("check", tables, progress, **fields))


def publish(data: Any, policy: Any = None, *, require: Optional[Names] = None, algorithm: Optional[str] = None,
            minimize: Optional[str] = None, suppress: Union[str, int, None] = None, population: Any = None,
            target: Optional[str] = None, accept_exact: Optional[Names] = None,
            max_singled_out: Union[str, float, None] = None, out: Optional[Path] = None, format: str = "parquet",
            force: bool = False, memory: Optional[int] = None, progress: Progress = None, **columns: Any) -> Release:
    """Turns a table into a release that satisfies its policy, and proves it.

    The release is made in a folder, judged again from its files, and only then given back: in `out`, or in a private
    folder that is gone with the release unless it is saved.

    >>> import scrim
    >>> table = {"age": [30, 31, 40, 41], "disease": ["flu", "cold", "flu", "cold"]}
    >>> release = scrim.publish(table, quasi_identifiers="age", sensitive="disease", require="k_anonymity(k=2)")
    >>> sorted(set(release.data["age"].to_pylist()))
    ['[30, 31]', '[40, 41]']
    """
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns), "require": names(require) or None,
              "algorithm": algorithm, "minimize": minimize, "suppress": None if suppress is None else str(suppress),
              "population": tables.add(population, "population"), "target": target,
              "accept_exact": names(accept_exact) or None,
              "max_singled_out": None if max_singled_out is None else str(max_singled_out), "format": format,
              "force": force or None, "memory": memory}
    return Release.make(fields, tables, out, back_to(data), progress)


def explore(data: Any, policy: Any = None, *, require: Optional[Names] = None, minimize: Optional[str] = None,
            suppress: Union[str, int, None] = None, population: Any = None, target: Optional[str] = None,
            workload: Optional[str] = None, accept_exact: Optional[Names] = None, memory: Optional[int] = None,
            progress: Progress = None, **columns: Any) -> Report:
    """Tries every algorithm that the requirements allow and compares what comes out; makes no release."""
    tables = Tables()
    fields = {"table": tables.add(data, "data"), "policy": policy_field(policy, columns), "require": names(require) or None,
              "minimize": minimize, "suppress": None if suppress is None else str(suppress),
              "population": tables.add(population, "population"), "target": target, "workload": workload,
              "accept_exact": names(accept_exact) or None, "memory": memory}
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


def query(release: Any, sql: Union[str, Sequence[str]], *, policy: Any = None,
          hierarchies: Optional[Mapping[str, Path]] = None, progress: Progress = None) -> Report:
    """What a recipient can compute from a release: intervals that surely hold the truth, and what is expected.

    `release` is a release, the path of its folder, or any tool's table in memory.
    """
    tables = Tables()
    fields: dict[str, Any] = {"queries": [sql] if isinstance(sql, str) else list(sql)}
    if isinstance(release, Release):
        fields["folder"] = release.folder
    elif isinstance(release, (str, os.PathLike)) and os.path.isdir(release):
        fields["folder"] = os.fspath(release)
    else:
        fields["table"] = tables.add(release, "release")
        fields["policy"] = None if policy is None else policy_field(policy, {})
    if hierarchies:
        fields["hierarchies"] = {name: os.fspath(path) for name, path in hierarchies.items()}
    return Report(call("query", tables, progress, **fields))


def audit(release: Any, policy: Any = None, *, original: Any = None, attacker: Optional[str] = None,
          l: Optional[int] = None, attacks: Optional[Names] = None, external: Any = None, pieces: Optional[int] = None,
          require: Optional[Names] = None, progress: Progress = None, **columns: Any) -> AuditReport:
    """What could an attacker learn from a release: belief before and after for every record, and attacks.

    `release` is a release, the path of its folder, or any tool's table in memory with the policy that says what its
    columns are. The report tells of people: it is for the owner of the data only.
    """
    tables = Tables()
    fields: dict[str, Any] = {"attacker": attacker, "l": l, "attacks": names(attacks) or None, "pieces": pieces,
                              "external": tables.add(external, "external"),
                              "original": tables.add(original, "original")}
    if isinstance(release, Release):
        fields["folder"] = release.folder
        fields.pop("original")  # the release states what it promises; tables are compared where there is no certificate
    elif isinstance(release, (str, os.PathLike)) and os.path.isdir(release):
        fields["folder"] = os.fspath(release)
    else:
        fields |= {"table": tables.add(release, "release"), "policy": policy_field(policy, columns),
                   "require": names(require) or None}
    return AuditReport(call("audit_release", tables, progress, **fields))


def audit_views(path_or_text: Path, *, guarantees: Optional[Names] = None, attacker: Optional[str] = None,
                l: Optional[int] = None, epsilon: Optional[str] = None, list: bool = False,
                time_limit: Optional[float] = None, progress: Progress = None) -> AuditReport:
    """What do views of a database give away about a secret? An .audit file, or the text of one."""
    given = os.fspath(path_or_text)
    fields = {"guarantees": names(guarantees) or None, "attacker": attacker, "l": l, "epsilon": epsilon,
              "list": list or None, "time_limit": time_limit}
    fields |= {"text": given, "path": "the text"} if "\n" in given else {"path": given}
    return AuditReport(call("audit_views", Tables(), progress, **fields))


def models() -> Report:
    """Every privacy model: what it promises, against whom, and its parameters."""
    return Report(call("models", Tables()))


def metrics() -> Report:
    """Every metric of what a release loses."""
    return Report(call("metrics", Tables()))


def algorithms() -> Report:
    """Everything that makes a release, and when to choose it."""
    return Report(call("algorithms", Tables()))
