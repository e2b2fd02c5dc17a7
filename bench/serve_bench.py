#!/usr/bin/env python3
"""The server beside the library alone: counts per second, latency, many connections, memory.

Usage: serve_bench.py BUILD [--minute SECONDS]
Needs wrk. ACS-OCC with 600,000 records, m = 10; random questions about two quasi-identifiers and the occupation, of which
each condition covers about a third of its domain. Answers are compared first. Prints a table, then JSON lines.
"""
import argparse
import csv
import gzip
import json
import os
import pathlib
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request

QIS = ["Age", "Gender", "Education", "Birthplace", "Marital2", "Race5", "Workclass"]
SENSITIVE = "Occupation"
QUESTIONS, ROUNDS, SECONDS = 2000, 5, 6
SCRIPT = """
local bodies = {}
for line in io.lines("%s") do bodies[#bodies + 1] = line end
local i = %d
wrk.method = "POST"
request = function()
    i = i %% #bodies + 1
    return wrk.format(nil, "/api/v1/count", nil, bodies[i])
end
"""
DELAY = """
function delay() return math.random(0, %d) end
"""


def run(*words):
    result = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(result.stderr or f"{words[0]} failed")
    return result.stdout


class Bench:
    def __init__(self, build, data, folder):
        self.build, self.folder, self.lines = build, folder, []
        self.table = folder / "occ.csv"
        with gzip.open(data / "acs-occ" / "occ600k.csv.gz") as packed, open(self.table, "wb") as plain:
            shutil.copyfileobj(packed, plain)
        with open(self.table) as lines:
            columns = lines.readline().strip().split(",")
        roles = [f"  {c}: {'quasi_identifier' if c in QIS else 'sensitive' if c == SENSITIVE else 'identifier'}\n" for c in columns]
        (folder / "policy.yaml").write_text("columns:\n" + "".join(roles))
        self.statdb = folder / "occ.statdb"
        run(build / "scrim", "statdb", "build", self.table, "--policy", folder / "policy.yaml", "-m", 10, "--out", self.statdb)

    def make_questions(self):
        values = {column: set() for column in QIS + [SENSITIVE]}
        with open(self.table) as lines:
            for row in csv.DictReader(lines):
                for column, seen in values.items():
                    seen.add(int(row[column]))
        draw = random.Random(5)
        questions = []
        for _ in range(QUESTIONS):
            where = {}
            for column in draw.sample(QIS, 2) + [SENSITIVE]:
                domain = sorted(values[column])
                width = max(1, round(len(domain) * 0.06 ** (1 / 3)))
                first = draw.randrange(len(domain) - width + 1)
                where[column] = [domain[first], domain[first + width - 1]]
            questions.append(where)
        self.questions = questions
        (self.folder / "bodies.txt").write_text("".join(json.dumps({"where": where}) + "\n" for where in questions))
        (self.folder / "questions.sql").write_text("".join(
            "SELECT COUNT(*) FROM StatDB WHERE " + " AND ".join(f'"{c}" BETWEEN {a} AND {b}' for c, (a, b) in where.items()) + "\n"
            for where in questions))
        (self.folder / "ask.lua").write_text(SCRIPT % (self.folder / "bodies.txt", 0))

    def start(self):
        self.server = subprocess.Popen([self.build / "scrim", "serve", "--statdb", self.statdb, "--listen", "127.0.0.1:0"],
                                       stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.server.stdout.readline()).group().rstrip("/")

    def compare(self):
        library = run(self.build / "bench" / "serve_steps", self.statdb, self.folder / "questions.sql", 0).split("\n")[:-1]
        server = []
        for start in range(0, QUESTIONS, 500):
            body = json.dumps({"questions": [{"where": where} for where in self.questions[start:start + 500]]}).encode()
            with urllib.request.urlopen(f"{self.url}/api/v1/batch", body) as answer:
                server += [f"{a['lower']['exact']} {a['upper']['exact']}" for a in json.load(answer)["answers"]]
        if server != library:
            sys.exit("the answers of the server differ from those of the library")
        print(f"\nserve, ACS-OCC, 600,000 records, m = 10, {QUESTIONS:,} questions: the answers are those of the library")

    def memory(self):
        status = pathlib.Path(f"/proc/{self.server.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024

    def wrk(self, connections, seconds):
        out = run("wrk", "-t1", f"-c{connections}", f"-d{seconds}", "--timeout", "10s", "--latency", "-s", self.folder / "ask.lua", self.url)
        errors = re.search(r"Socket errors: (.*)", out)
        bad = re.search(r"Non-2xx or 3xx responses: (\d+)", out)
        value, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", out).groups()
        return {"per_second": float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)),
                "p99_ms": float(value) * {"us": 0.001, "ms": 1, "s": 1000}[unit],
                "errors": errors.group(1) if errors else "", "refused": int(bad.group(1)) if bad else 0}

    def throughput(self):
        library, server = [], []
        for _ in range(ROUNDS):
            library.append(json.loads(run(self.build / "bench" / "serve_steps", self.statdb, self.folder / "questions.sql", SECONDS))["per_second"])
            server.append(self.wrk(8, SECONDS)["per_second"])
        share = statistics.median(s / l for s, l in zip(server, library))
        print(f"  library alone, two threads    {statistics.median(library):8,.0f} counts/s")
        print(f"  server, wrk on the same cores {statistics.median(server):8,.0f} counts/s   {share:.0%} of it (goal: 60 %)")
        self.lines.append({"bench": "throughput", "library": statistics.median(library), "server": statistics.median(server), "share": share})
        return statistics.median(server)

    def latency(self, full):
        """About half of what the server can do: 64 connections that each wait between requests."""
        wanted, clients = full / 2, 64
        (self.folder / "ask.lua").write_text(SCRIPT % (self.folder / "bodies.txt", 0) + DELAY % (2000 * clients / wanted))
        paced = self.wrk(clients, 10)
        (self.folder / "ask.lua").write_text(SCRIPT % (self.folder / "bodies.txt", 0))
        print(f"  at {paced['per_second']:,.0f} counts/s              p99 {paced['p99_ms']:.1f} ms (goal: 20 ms at half of the above, {wanted:,.0f})")
        self.lines.append({"bench": "latency", "per_second": paced["per_second"], "wanted": wanted, "p99_ms": paced["p99_ms"]})

    def connections(self, seconds):
        before = self.memory()
        half = self.wrk(1000, seconds // 2)
        middle = self.memory()
        rest = self.wrk(1000, seconds - seconds // 2)
        after = self.memory()
        wrong = [r["errors"] for r in (half, rest) if r["errors"]] + [r["refused"] for r in (half, rest) if r["refused"]]
        print(f"  1,000 connections for {seconds} s   {rest['per_second']:,.0f} counts/s, errors: {wrong or 'none'} (goal: none); "
              f"resident {before:.0f} MB before, {middle:.0f} MB half-way, {after:.0f} MB after (goal: flat)")
        self.lines.append({"bench": "connections", "seconds": seconds, "errors": wrong, "before_mb": before, "middle_mb": middle, "after_mb": after})

    def page(self):
        names, size = set(), 0
        index = urllib.request.urlopen(self.url + "/").read()
        waiting = [m.decode() for m in re.findall(rb'(?:src|href)="(/assets/[^"]+)"', index)]
        size += len(index)
        while waiting:
            name = waiting.pop()
            if name in names:
                continue
            names.add(name)
            bytes_ = urllib.request.urlopen(self.url + name).read()
            size += len(bytes_)
            waiting += ["/assets/" + m.decode() for m in re.findall(rb'^import [^;]*?"\./([^"]+)"', bytes_, re.M)]
        print(f"  first page                    {size / 1000:.0f} kB in {len(names) + 1} files (goal: 150 kB)")
        self.lines.append({"bench": "page", "bytes": size})

    def stop(self):
        self.server.terminate()
        if self.server.wait(20) != 0:
            sys.exit("the server did not end well")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--minute", type=int, default=60)
    options = parser.parse_args()
    data = pathlib.Path(os.environ.get("SCRIM_DATA", pathlib.Path(__file__).parent.parent.parent / "shared" / "data"))
    if not (data / "acs-occ").exists():
        sys.exit(f"skipped: the ACS-OCC table is not in {data}; set SCRIM_DATA to the folder that holds acs-occ/")
    if not shutil.which("wrk"):
        sys.exit("skipped: there is no wrk (apt-get install wrk)")
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(pathlib.Path(options.build).resolve(), data, pathlib.Path(name))
        bench.make_questions()
        bench.start()
        try:
            bench.compare()
            full = bench.throughput()
            bench.latency(full)
            bench.connections(options.minute)
            bench.page()
        finally:
            bench.stop()
        for line in bench.lines:
            print(json.dumps(line))


if __name__ == "__main__":
    main()
