#!/usr/bin/env python3
"""How fast are anonymization views inside PostgreSQL? Beside the base table's own SELECT, in one run: seconds of a processor in the
backend, first rows, point conditions, memory of the backend, how soon it ends when it is cancelled; eight clients of pgbench.
The server is started for it, on a private socket. Needs the extension's module, built by: make -C adapters/postgres

Usage: postgres_views_bench.py [--module SCRIM_SO] [--rounds N] [--rows N] [--clients N]
"""
import argparse
import os
import pathlib
import re
import statistics
import subprocess
import sys
import threading
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "tests/postgres"))
sys.dont_write_bytecode = True
import libpq  # noqa: E402
import server  # noqa: E402

COLUMNS = "age, zip, sex, disease"
TABLE = """CREATE TABLE people AS SELECT i AS id, 18 + (random() * 70)::int AS age, lpad(((random() * 800)::int)::text, 5, '0') AS zip,
    CASE WHEN random() < 0.5 THEN 'female' ELSE 'male' END AS sex, 'disease ' || (random() * 40)::int AS disease
    FROM generate_series(1, {rows}) i"""
VIEW = """CALL scrim.run($$CREATE ANONYMIZATION_VIEW people_av ON (SELECT id, age, zip, sex, disease FROM people) WITH ANONYMIZATION_ID id
    ANONYMIZATION_QUASI_ID (age, zip, sex) ANONYMIZATION_SENSITIVE_ATTR (disease) K 5$$); GRANT SELECT ON people_av TO analyst"""
# The same with a k for each person.
OWN = """CREATE TABLE choice AS SELECT id, CASE WHEN id % 10 = 0 THEN 8 ELSE 5 END AS k FROM people; ALTER TABLE choice ADD PRIMARY KEY (id);
    CALL scrim.run($$CREATE ANONYMIZATION_VIEW own_av ON (SELECT id, age, zip, sex, disease FROM people) WITH ANONYMIZATION_ID id
    ANONYMIZATION_QUASI_ID (age, zip, sex) ANONYMIZATION_SENSITIVE_ATTR (disease) id REFERENCES choice(k)$$); GRANT SELECT ON own_av TO analyst"""


class Client:
    """psql, which reads rows fast and throws them away, and what its backend takes."""

    def __init__(self, running, user):
        self.process = subprocess.Popen([str(running.tools / "psql"), "-XqAt", "-h", str(running.folder), "-U", user, "-d", "bench"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pid = int(self.ask("SELECT pg_backend_pid();")[0])

    def ask(self, sql):
        self.process.stdin.write(sql + "\n\\echo done\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) and line != "done\n":
            lines.append(line.rstrip("\n"))
        return lines

    def processor(self):
        fields = pathlib.Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def own_memory(self):
        """MB of the backend's own, without what backends share."""
        return int(re.search(r"RssAnon:\s+(\d+)", pathlib.Path(f"/proc/{self.pid}/status").read_text())[1]) / 1024

    def measure(self, sql):
        """Seconds of the clock and of a processor, and the most memory meanwhile."""
        most, ended = [0.0], threading.Event()

        def watch():
            while not ended.wait(0.005):
                most[0] = max(most[0], self.own_memory())

        watcher = threading.Thread(target=watch)
        watcher.start()
        used, begin = self.processor(), time.perf_counter()
        self.ask(sql)
        clock, processor = time.perf_counter() - begin, self.processor() - used
        ended.set()
        watcher.join()
        return clock, processor, most[0]

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def whole(table):
    return f"\\copy (SELECT {COLUMNS} FROM {table}) TO /dev/null"


def cancelled_after(running, delay, forget):
    """Milliseconds from the wish to cancel to the end of the statement; nothing where it had ended before."""
    session, other = (libpq.Session(running.where("bench", user)) for user in ("analyst", "owner"))
    process = session.value("SELECT pg_backend_pid()")
    if not forget:
        session.run("SELECT count(*) FROM people_av")
    begun = []

    def cancel():
        time.sleep(delay)
        begun.append(time.perf_counter())
        other.run(f"SELECT pg_cancel_backend({process})")

    canceller = threading.Thread(target=cancel)
    canceller.start()
    try:
        session.run("SELECT count(DISTINCT disease), count(zip) FROM people_av WHERE age::text <> zip::text")
        took = None
    except libpq.Error as error:
        assert error.code == "57014", error.everything()
        took = (time.perf_counter() - begun[0]) * 1000
    canceller.join()
    session.close()
    other.close()
    return took


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--module", type=pathlib.Path, default=SOURCE / "adapters/postgres/scrim.so")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--clients", type=int, default=8)
    arguments = parser.parse_args()
    lacking = server.missing("pg_config") or ("" if arguments.module.exists() else f"{arguments.module} is not built")
    if lacking:
        sys.exit(lacking)
    running = server.Server("pg_config", SOURCE / "adapters/postgres", arguments.module)
    try:
        admin = running.session()
        admin.run("CREATE DATABASE bench")
        admin.run("CREATE ROLE analyst LOGIN")
        owner = running.session("bench")
        owner.run("CREATE EXTENSION scrim")
        owner.run(TABLE.format(rows=arguments.rows))
        owner.run("CREATE INDEX ON people (zip)")
        owner.run("VACUUM ANALYZE people")
        owner.run(VIEW)
        owner.run(OWN)
        base, analyst = Client(running, "owner"), Client(running, "analyst")
        counts = [client.ask(f"SELECT count(*), count(disease), count(DISTINCT disease) FROM {table};")
                  for client, table in ((base, "people"), (analyst, "people_av"), (analyst, "own_av"))]
        if counts[0] != counts[1] or counts[0] != counts[2]:
            sys.exit(f"the answers differ: {counts}")
        cold = Client(running, "analyst")
        first = "BEGIN; DECLARE c CURSOR FOR SELECT * FROM people_av; FETCH 1 FROM c; COMMIT;"
        print(f"{arguments.rows:,} rows; median of {arguments.rounds} rounds: clock, processor of the backend, most memory of its own")
        print("  {:<40} {:8.1f} ms {:8.0f} ms {:6.0f} MB".format("first row, nothing recoded yet", *(x * y for x, y in zip(cold.measure(first), (1000, 1000, 1)))))
        contenders = {"base table, all rows": (base, whole("people")), "view, all rows": (analyst, whole("people_av")),
                      "view, all rows, its owner": (base, whole("people_av")),
                      "view, labels alone": (analyst, "\\copy (SELECT age, zip, sex FROM people_av) TO /dev/null"),
                      "view with a profile, all rows": (analyst, whole("own_av")),
                      "view with a profile, first row": (analyst, first.replace("people_av", "own_av")),
                      "view, first row": (analyst, first),
                      "view, a point": (analyst, "SELECT * FROM people_av WHERE zip = '00123' AND age = 30;")}
        base.ask("SELECT count(*) FROM people_av;")
        times = {name: [] for name in contenders}
        for _ in range(arguments.rounds):
            for name, (client, sql) in contenders.items():
                times[name].append(client.measure(sql))
        own = statistics.median(t[1] for t in times["base table, all rows"])
        for name, measured in times.items():
            clock, processor, memory = (statistics.median(part) for part in zip(*measured))
            print(f"  {name:<40} {clock * 1000:8.1f} ms {processor * 1000:8.0f} ms {memory:6.0f} MB   {processor / own:5.2f} x base")
        took = [t for forget in (True, False) for delay in (0.002, 0.02, 0.1, 0.3, 0.6, 0.9) if (t := cancelled_after(running, delay, forget)) is not None]
        print(f"  cancelled {len(took)} times at any point: ended after {statistics.median(took):.1f} ms, at most {max(took):.1f} ms")
        script = running.folder / "clients.sql"
        script.write_text("\\set a random(18, 88)\n\\set z random(0, 800)\nSELECT count(*) FROM people_av WHERE age = :a AND zip = lpad(:z::text, 5, '0');\n")
        script.chmod(0o644)
        said, code = running.tool("pgbench", "-n", "-c", str(arguments.clients), "-j", "2", "-T", "5", "-f", str(script), "-U", "analyst", "bench")
        told = {key: re.search(rf"{key}[^:=]*[:=] ([\d.]+)", said) for key in ("latency average", "tps", "number of failed transactions")}
        if code != 0 or "ERROR" in said:
            sys.exit(said)
        print(f"  pgbench, {arguments.clients} clients: " + ", ".join(f"{key} {match[1]}" for key, match in told.items() if match))
        for client in (base, analyst, cold):
            client.close()
    finally:
        running.remove()


if __name__ == "__main__":
    main()
