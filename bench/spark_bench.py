#!/usr/bin/env python3
"""scrim.spark beside Spark's own read, shuffle and write of the same table, in one run; the releases are verified.

Usage: PYTHON spark_bench.py [--rows N …] [--budget SIZE] [--memory SIZE] [--folder DIR]
PYTHON is one in which the package and pyspark are installed. Needs Java. Prints one JSON object.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import sys
import tempfile
import time

from pyspark.sql import SparkSession, functions

import scrim
import scrim.spark

K = 10
COLUMNS = {"age": 90, "zip": 600, "sex": 2, "marital": 6, "schooling": 24, "born": 50, "race": 9}


def made_up(spark, rows, path):
    """People whose columns depend on each other a little, so that not every row is different."""
    table = spark.range(rows, numPartitions=8)
    seed = functions.xxhash64("id")
    for place, (name, values) in enumerate(COLUMNS.items()):
        # Frequent values and rare ones: the square of an even draw.
        even = functions.pmod(functions.xxhash64(seed, functions.lit(place)), functions.lit(1_000_003)) / functions.lit(1_000_003)
        table = table.withColumn(name, functions.floor(even * even * values).cast("int"))
    table = table.withColumn("occupation", functions.pmod(functions.xxhash64(seed, functions.lit(99)), functions.lit(500)).cast("int"))
    table.drop("id").write.parquet(path)


def megabytes(what):
    for line in pathlib.Path("/proc/self/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) / 1024
    return math.nan


class Steps:
    """The seconds of each step that publish tells."""

    def __init__(self):
        self.seconds, self.name, self.began = {}, None, 0

    def __call__(self, name, done, total):
        if name != self.name and name:
            now = time.perf_counter()
            if self.name:
                self.seconds[self.name] = self.seconds.get(self.name, 0) + now - self.began
            self.name, self.began = name, now


def measured(spark, rows, folder, budget):
    table = f"{folder}/table-{rows}"
    made_up(spark, rows, table)
    spark.read.parquet(table).count()
    began = time.perf_counter()
    spark.read.parquet(table).repartition(8, *COLUMNS).sortWithinPartitions(*COLUMNS).write.parquet(f"{folder}/floor-{rows}")
    floor = time.perf_counter() - began
    pathlib.Path("/proc/self/clear_refs").write_text("5")
    before = megabytes("VmRSS")
    steps = Steps()
    began = time.perf_counter()
    release = scrim.spark.publish(spark.read.parquet(table), quasi_identifiers=list(COLUMNS), sensitive="occupation", require=f"k_anonymity(k={K})",
                                  algorithm="mondrian", out=f"{folder}/release-{rows}", driver_budget=budget, progress=steps)
    ours = time.perf_counter() - began
    steps("end", 0, 0)
    peak = megabytes("VmHWM") - before
    assert release.certificate.records.released == rows
    least = min(size for size, _ in release.certificate.classes.sizes)
    assert least >= K
    found = {"rows": rows, "classes": release.certificate.classes["count"], "ncp": release.metrics.ncp, "floor_s": floor, "scrim_s": ours,
             "ratio": ours / floor, "driver_mb": peak, "steps_s": {name: round(value, 2) for name, value in steps.seconds.items()}}
    for name in (table, f"{folder}/floor-{rows}", f"{folder}/release-{rows}"):
        shutil.rmtree(name)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 3_000_000, 10_000_000, 20_000_000])
    parser.add_argument("--budget", default="8g")
    parser.add_argument("--memory", default="2g")
    parser.add_argument("--folder")
    asked = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="scrim-spark-bench-", dir=asked.folder)
    spark = (SparkSession.builder.master(f"local[{os.cpu_count()}]").config("spark.driver.memory", asked.memory).config("spark.ui.enabled", False)
             .config("spark.sql.shuffle.partitions", 8).config("spark.local.dir", folder).getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    try:
        measured(spark, 50_000, folder, asked.budget)  # Java warms up
        found = []
        for rows in asked.rows:
            found.append(measured(spark, rows, folder, asked.budget))
            print(json.dumps(found[-1]), file=sys.stderr)
        growth = math.log(found[-1]["scrim_s"] / found[0]["scrim_s"]) / math.log(found[-1]["rows"] / found[0]["rows"]) if len(found) > 1 else None
        print(json.dumps({"k": K, "runs": found, "growth_exponent": growth}, indent=2))
    finally:
        spark.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
