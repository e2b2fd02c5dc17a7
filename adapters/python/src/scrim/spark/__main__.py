"""Scrim on Spark without a notebook: python -m scrim.spark, or spark-submit of this file.

    spark-submit --master spark://host:7077 scrim/spark/__main__.py publish --policy policy.yaml --input /data/claims --out /shared/release
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, List, Optional

from scrim import Error, Fault, InputError  # by its whole name, for spark-submit runs this file alone


def _arguments(given: Optional[List[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m scrim.spark", description=__doc__.splitlines()[0])
    verbs = parser.add_subparsers(dest="verb", required=True)
    check = verbs.add_parser("check", help="measure a table")
    publish = verbs.add_parser("publish", help="make a release")
    verify = verbs.add_parser("verify", help="recompute what a release claims")
    for verb in (check, publish):
        verb.add_argument("--policy", required=True, help="the policy's file")
        verb.add_argument("--input", required=True, help="what Spark reads: a path")
        verb.add_argument("--format", help="of the input; by default what its name ends with, else parquet")
        verb.add_argument("--require", action="append", help="a model that must hold, besides the policy's")
        verb.add_argument("--driver-budget", default="4g", help="memory for planning on the driver (default: 4g)")
    publish.add_argument("--out", required=True, help="the release's folder, which driver and executors share")
    for name, what in (("algorithm", "how the release is made"), ("minimize", "a metric"), ("suppress", "5%%, or a number of records"),
                       ("target", "column that a classifier would predict"), ("owner", "the owner's file")):
        publish.add_argument(f"--{name}", help=what)
    publish.add_argument("--records-per-file", type=int, default=1_000_000, help="of the release's data (default: 1000000)")
    publish.add_argument("--force", action="store_true", help="replace a release that is there")
    for verb in (check, publish, verify):
        verb.add_argument("--json", action="store_true", help="a report for programs")
    verify.add_argument("folder", help="the release")
    return parser.parse_args(given)


def _table(spark: Any, path: str, format: Optional[str]) -> Any:
    kind = format or os.path.splitext(path.rstrip("/"))[1].lstrip(".").lower() or "parquet"
    reader = spark.read.format(kind)
    if kind == "csv":
        reader = reader.option("header", True)
    try:
        return reader.load(path)
    except Exception as error:  # noqa: BLE001: Spark's own words, in one line
        raise InputError(f"Spark cannot read '{path}': {str(error).splitlines()[0]}", "input") from None


def _shown(report: Any, as_json: bool) -> str:
    return json.dumps(report.to_dict(), indent=2) if as_json else str(report)


def main(given: Optional[List[str]] = None) -> int:
    asked = _arguments(given)
    progress = sys.stderr.isatty() or None
    try:
        from pyspark.sql import SparkSession

        from scrim.spark import check, publish, verify

        spark = SparkSession.builder.appName(f"scrim {asked.verb}").getOrCreate()
        if asked.verb == "verify":
            found = verify(asked.folder, spark=spark)
            print(_shown(found, asked.json))
            return 0 if found.ok else 1
        table = _table(spark, asked.input, asked.format)
        if asked.verb == "check":
            measured = check(table, asked.policy, require=asked.require, driver_budget=asked.driver_budget, progress=progress)
            print(_shown(measured, asked.json))
            return 0 if measured.ok else 1
        release = publish(table, asked.policy, out=asked.out, require=asked.require, algorithm=asked.algorithm,
                          minimize=asked.minimize, suppress=asked.suppress, target=asked.target, owner=asked.owner,
                          force=asked.force, driver_budget=asked.driver_budget, records_per_file=asked.records_per_file,
                          progress=progress)
        print(_shown(release.said, asked.json))
        return 0
    except Error as error:
        print(f"scrim: {error}", file=sys.stderr)
        return 3 if isinstance(error, Fault) else 2


if __name__ == "__main__":
    from pyspark.sql import SparkSession

    try:
        code = main()
    finally:
        active = SparkSession.getActiveSession()
        if active is not None:
            active.stop()
    sys.exit(code)
