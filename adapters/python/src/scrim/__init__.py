"""Scrim: learn from personal data without learning about persons.

    import scrim

    found = scrim.check(frame, quasi_identifiers=["age", "zip"], sensitive="disease")
    release = scrim.publish(frame, "policy.yaml", require=["k_anonymity(k=5)"])
    release.data, release.certificate, release.report
    scrim.verify(release).ok

Tables are those of pandas, polars, pyarrow or duckdb, anything with __arrow_c_stream__, and files. See also
scrim.compat.pycanon and scrim.KAnonymizer, a transformer for scikit-learn.
"""

from typing import TYPE_CHECKING, Any, List

from . import _load  # first: it loads the library
from ._errors import Error, Fault, InputError
from ._noisy import Ledger, Noisy
from ._plan import Evidence, Histogram, Plan, evidence, histogram, plan
from ._policy import Policy
from ._release import Release
from ._reports import AuditReport, CheckReport, Report, VerifyReport
from ._scrim import Frame, set_threads
from ._scrim import version as _version
from ._series import Series
from ._sql import Connection, Rows, connect
from ._statdb import Interval, StatDb
from ._verbs import (algorithms, audit, audit_views, build_hierarchy, check, check_hierarchy, check_series, explore,
                     metrics, models, publish, query, verify)

if TYPE_CHECKING:
    from .sklearn import KAnonymizer as KAnonymizer

__version__ = _version().split()[1]
__all__ = ["AuditReport", "CheckReport", "Connection", "Error", "Evidence", "Fault", "Frame", "Histogram",
           "InputError", "Interval", "Ledger", "Noisy", "Plan", "Policy", "Release", "Report", "Rows", "Series", "StatDb",
           "VerifyReport", "algorithms", "audit", "audit_views", "build_hierarchy", "check", "check_hierarchy",
           "check_series", "connect", "evidence", "explore", "histogram", "metrics", "models", "plan", "publish",
           "query", "set_threads", "verify"]


def __getattr__(name: str) -> Any:
    """scikit-learn is imported by whoever uses its transformer, and by nobody else."""
    if name == "KAnonymizer":
        from .sklearn import KAnonymizer

        return KAnonymizer
    raise AttributeError(f"module 'scrim' has no attribute '{name}'")


def __dir__() -> List[str]:
    return [*globals(), "KAnonymizer"]
