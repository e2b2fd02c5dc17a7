#!/usr/bin/env python3
"""How fast is `scrim check` on a table of a PostgreSQL server? Beside the server's own COPY of the same columns to nowhere, and beside
`scrim check` of the same rows in a Parquet file. The server is started for it, on a private socket.

Usage: postgres_bench.py BUILD_FOLDER [--rounds N] [--rows N]
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "tests/libpq"))
from postgres_server import OWNER, Postgres, programs

QIS = ["age", "zip", "sex", "state", "born"]
COLUMNS = [*QIS, "disease"]
# People of 71 ages in 801 places; where they live says the state, their age the year of birth.
TABLE = """CREATE TABLE people AS SELECT age, lpad(zip::text, 5, '0') AS zip, CASE WHEN random() < 0.5 THEN 'female' ELSE 'male' END AS sex,
    'state ' || zip / 16 AS state, make_date(2025 - age, 1, 1) AS born, 'disease ' || (random() * 40)::int AS disease
    FROM (SELECT 18 + (random() * 70)::int AS age, (random() * 800)::int AS zip FROM generate_series(1, {rows})) AS drawn"""


def run(command):
    """Seconds of the clock, and seconds of a processor in the process itself."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd="/")
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status) not in (0, 1):
        sys.exit(f"failed: {' '.join(map(str, command))}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, output


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=1_000_000)
    arguments = parser.parse_args()
    if not programs():
        sys.exit("PostgreSQL is not installed")
    scrim = str((arguments.build / "scrim").resolve())
    with Postgres() as server, tempfile.TemporaryDirectory() as folder:
        server.sql(TABLE.format(rows=arguments.rows))
        server.sql("VACUUM ANALYZE people")
        csv = pathlib.Path(folder) / "people.csv"
        csv.write_text(server.sql("COPY people TO STDOUT (FORMAT csv, HEADER)") + "\n")
        columns = ", ".join(COLUMNS)
        psql = [f"{server.bin}/psql", "-h", str(server.socket), "-U", OWNER, "-d", "postgres", "-Xq"]
        check = lambda table: [scrim, "check", str(table), "--qi", ",".join(QIS), "--sensitive", "disease", "--json"]
        base = server.url(table="people")
        contenders = {
            "COPY TO STDOUT, psql, text": [*psql, "-c", f"\\copy (SELECT {columns} FROM people) TO /dev/null"],
            "COPY TO STDOUT, psql, binary": [*psql, "-c", f"\\copy (SELECT {columns} FROM people) TO /dev/null (FORMAT binary)"],
            "COPY of the groups": [*psql, "-c", f"\\copy (SELECT {columns}, count(*) FROM people GROUP BY {columns}) TO /dev/null"],
            "scrim check, CSV": check(csv),
            "scrim check, PostgreSQL": check(base),
        }
        answers = [{key: value for key, value in json.loads(run(command)[2]).items() if key != "table"}
                   for name, command in contenders.items() if name.startswith("scrim")]
        if not all(answer == answers[0] for answer in answers):
            sys.exit("the answers differ")
        print(f"{arguments.rows:,} rows, {len(COLUMNS)} columns, {answers[0]['classes']:,} classes; median of {arguments.rounds} rounds")
        times = {name: [] for name in contenders}
        for _ in range(arguments.rounds):
            for name, command in contenders.items():
                times[name].append(run(command)[:2])
        median = lambda name, what: statistics.median(pair[what] for pair in times[name])
        own = median("COPY TO STDOUT, psql, text", 0)
        for name in contenders:
            print(f"  {name:<36} {median(name, 0):6.2f} s   {median(name, 1):6.2f} s of a processor in the client   "
                  f"{median(name, 0) / own:5.2f} x COPY")


if __name__ == "__main__":
    main()
