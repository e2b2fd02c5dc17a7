"""Scrim on Apache Spark: tables that no machine holds as a whole.

    import scrim.spark

    scrim.spark.check(df, "policy.yaml")
    release = scrim.spark.publish(df, "policy.yaml", out="/shared/release")
    scrim.spark.verify("/shared/release")

Spark counts the different rows and writes the release's files, in parts; Scrim plans and judges, in one place. So a
guarantee is about all records, not about those of a partition, and a release is the one that the command line makes of
the same table. See docs/spark.md.
"""

try:
    import pyspark as _pyspark
except ImportError:
    raise ImportError("scrim.spark needs pyspark 3.5 or later: pip install pyspark") from None

from ._histogram import histogram
from ._verbs import audit, check, publish, statdb_build
from ._verify import verify

__all__ = ["audit", "check", "histogram", "publish", "statdb_build", "verify"]
