"""Series: changing data released again and again, so that nobody is exposed by comparing releases."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from ._calls import Progress, call
from ._errors import InputError
from ._frames import Tables, back_to
from ._policy import Columns, policy_field
from ._release import Release
from ._reports import AuditReport, Report, VerifyReport

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Series:
    """A folder of releases of one table as it changes.

    `method` is m_invariance (with `m`) or epsilon_inclusion (with `lambda_` and `tau`). Policy and method are said for
    the first release; the folder keeps them. Its part `public` is for recipients; `owner` holds what the next release
    needs, and is for nobody else.

    >>> import scrim, tempfile
    >>> ward = scrim.Series(tempfile.mkdtemp() + "/ward", method="m_invariance", m=2, person="name",
    ...                     quasi_identifiers="age", sensitive="disease")
    >>> january = {"name": ["a", "b"], "age": [30, 31], "disease": ["flu", "cold"]}
    >>> release = ward.release(january)
    >>> release.data["disease"].to_pylist()
    ['cold', 'flu']
    """

    def __init__(self, folder: Union[str, "os.PathLike[str]"], policy: Any = None, *, method: Optional[str] = None,
                 m: Optional[int] = None, lambda_: Optional[int] = None, tau: Optional[int] = None,
                 category_level: Optional[int] = None, form: Optional[str] = None, **columns: Unpack[Columns]) -> None:
        self.folder = os.fspath(folder)
        self._policy = policy_field(policy, columns) if policy is not None or columns else None
        self._design: Dict[str, Any] = {"method": method, "m": m, "lambda": lambda_, "tau": tau, "category_level": category_level,
                        "form": form}

    def _call(self, data: Any, tables: Tables, progress: Progress, **fields: Any) -> Report:
        fields |= {"table": tables.add(data, "data"), "series": self.folder}
        if not os.path.exists(self.folder):
            fields |= {**self._design, "policy": self._policy}
        return Report(call("republish", tables, progress, **fields))

    def release(self, data: Any, *, delay: bool = False, blind: bool = False, refuse_updates: bool = False,
                format: str = "parquet", progress: Progress = None) -> Release:
        """Releases the table as it is now; what `data` lacks has left, what it adds has come."""
        tables = Tables()
        said = self._call(data, tables, progress, delay=delay or None, blind=blind or None,
                          refuse_updates=refuse_updates or None, format=format)
        return Release(said["folder"], back_to(data), said, lists=tables.with_lists({"frame": 0} if tables.frames else None))

    def preview(self, data: Any, *, delay: bool = False, progress: Progress = None) -> Report:
        """What :meth:`release` would do; writes nothing."""
        return self._call(data, Tables(), progress, delay=delay or None, dry_run=True)

    def verify(self, *, public_only: bool = False, progress: Progress = None) -> VerifyReport:
        """Every release of the series, and all of them together."""
        return VerifyReport(call("verify", Tables(), progress, folder=self.folder, public_only=public_only or None))

    def audit(self, people: Any = None, *, progress: Progress = None) -> AuditReport:
        """What the releases give away together; `people`: tables of who was in which, with exact quasi-identifiers."""
        tables = Tables()
        listed = [] if people is None else people if isinstance(people, (list, tuple)) else [people]
        return AuditReport(call("audit_series", tables, progress, folder=self.folder,
                                people=[tables.add(table, "people") for table in listed] or None))

    @property
    def releases(self) -> List[Release]:
        public = os.path.join(self.folder, "public")
        if not os.path.isdir(public):
            raise InputError(f"there is no series in '{self.folder}' yet", "folder")
        folders = [os.path.join(public, name) for name in os.listdir(public)]
        return [Release.open(folder) for folder in sorted(folders)
                if os.path.isfile(os.path.join(folder, "certificate.json"))]
