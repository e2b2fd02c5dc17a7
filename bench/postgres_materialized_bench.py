#!/usr/bin/env python3
"""How fast are changes of a table inside PostgreSQL that a materialized anonymization view follows? Beside the same changes of the same
table without a view; then eight clients of pgbench that write, and ask the view, at once.

Usage: postgres_materialized_bench.py SCRIM_SO [--rows N] [--inserts N] [--clients N] [--seconds N] [--people N]
SCRIM_SO: of an optimized build: make -C adapters/postgres makes adapters/postgres/scrim.so.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(SOURCE / "tests/postgres"))
sys.dont_write_bytecode = True
import server  # noqa: E402

# People of 71 ages in 800 places.
TABLE = """CREATE TABLE {name} (id int PRIMARY KEY, age int, zip int, disease text);
    INSERT INTO {name} SELECT i, 18 + (i::bigint * 7919) % 71, (i::bigint * 104729) % 800, 'disease ' || i % 41 FROM generate_series(1, {rows}) i; VACUUM ANALYZE {name}"""
HIERARCHIES = """CALL scrim.run('CREATE DGH age_dgh; CREATE DGH zip_dgh');
    SELECT scrim.insert_dgh('age_dgh', array_agg(c), array_agg(p)) FROM (SELECT i::text, 'a' || i / 5 FROM generate_series(18, 88) i
        UNION ALL SELECT DISTINCT 'a' || i / 5, 'A' || i / 20 FROM generate_series(18, 88) i) e (c, p);
    SELECT scrim.insert_dgh('zip_dgh', array_agg(c), array_agg(p)) FROM (SELECT i::text, 'z' || i / 10 FROM generate_series(0, 799) i
        UNION ALL SELECT DISTINCT 'z' || i / 10, 'Z' || i / 100 FROM generate_series(0, 799) i) e (c, p)"""
VIEW = """CALL scrim.run($$CREATE MATERIALIZED ANONYMIZATION_VIEW {name}_av ON (SELECT id, age, zip, disease FROM {name})
    WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, zip DGH_NAME zip_dgh) K 5$$)"""
WRITE = """\\set id random(1, 1000000000)
\\set age random(18, 88)
\\set zip random(0, 799)
BEGIN;
INSERT INTO people VALUES (1000000 + :id, :age, :zip, 'new') ON CONFLICT (id) DO UPDATE SET age = :age;
UPDATE people SET zip = :zip WHERE id = 1 + :id % {people};
COMMIT;
SELECT count(*) FROM people_av WHERE age = :age AND zip = :zip;
"""


class Spent:
    """Seconds of the clock, and of a processor in a session's backend (which a busy machine does not stretch)."""

    def __init__(self, session, call):
        with open(f"/proc/{session.value('SELECT pg_backend_pid()')}/stat") as stat:
            cpu = lambda: (stat.seek(0), sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13])) / os.sysconf("SC_CLK_TCK"))[1]
            begin, spent = time.perf_counter(), cpu()
            call()
            self.clock, self.cpu = time.perf_counter() - begin, cpu() - spent

    def __str__(self):
        return f"{self.clock:8.3f} s, {self.cpu:6.2f} s of a processor"


def own_memory(session):
    status = pathlib.Path(f"/proc/{session.value('SELECT pg_backend_pid()')}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", status)[1]) // 1024


def singly(session, table, first, count):
    """So many inserts, each a statement of its own, in one transaction; and its commit."""
    session.run("BEGIN")
    inserts = Spent(session, lambda: session.run(f"DO $$ BEGIN FOR i IN 0..{count - 1} LOOP INSERT INTO {table} "
                                                 f"VALUES ({first} + i, 18 + i * 31 % 71, i * 77 % 800, 'new'); END LOOP; END $$"))
    return inserts, Spent(session, lambda: session.run("COMMIT"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--inserts", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--people", type=int, default=5_000)
    arguments = parser.parse_args()
    running = server.Server("pg_config", SOURCE / "adapters/postgres", arguments.library)
    try:
        session = running.session()
        session.run("CREATE EXTENSION scrim")
        session.run(HIERARCHIES)
        for name, rows in (("plain", arguments.rows), ("kept", arguments.rows), ("people", arguments.people)):
            for statement in TABLE.format(name=name, rows=rows).split(";"):
                session.run(statement)
        print(f"{arguments.rows:,} rows, k = 5")
        show = lambda what, sql, asks=session: print(f"  {what:<52} {Spent(asks, lambda: asks.run(sql))}")
        show("the view is begun", VIEW.format(name="kept"))
        show("first whole answer", "SELECT count(*) FROM kept_av")
        show("whole answer, the same data", "SELECT count(*) FROM kept_av")
        show("point condition, the same data", "SELECT count(*) FROM kept_av WHERE age = 30 AND zip = 10")
        for table in ("plain", "kept"):
            first = 2_000_000
            for turn in ("first", "next"):
                inserts, commit = singly(session, table, first, arguments.inserts)
                first += arguments.inserts
                print(f"  {arguments.inserts:,} single inserts, {'followed' if table == 'kept' else 'no view'}, {turn:<16} {inserts}; commit {commit}: "
                      f"{arguments.inserts / (inserts.clock + commit.clock):,.0f} rows/s, {arguments.inserts / max(inserts.cpu + commit.cpu, 0.01):,.0f} by processor")
        for i in range(3):
            show("one insert and its commit, followed", f"INSERT INTO kept VALUES ({5_000_000 + i}, 30, 30, 'one')")
        other = running.session()
        show("one in a new session, which reads what is kept", "DELETE FROM kept WHERE id = 5000000", other)
        print(f"  memory of that one, beyond the server's shared one: {own_memory(other)} MB")
        show("the next there", "DELETE FROM kept WHERE id = 5000001", other)
        show("and here, after what was done there", "DELETE FROM kept WHERE id = 5000002")
        session.run(VIEW.format(name="people"))
        script = running.folder / "write.sql"
        script.write_text(WRITE.format(people=arguments.people))
        done = subprocess.run([str(running.tools / "pgbench"), "-h", str(running.folder), "-U", "owner", "-n", "-c", str(arguments.clients),
                               "-j", "2", "-T", str(arguments.seconds), "-f", str(script), "postgres"], capture_output=True, text=True)
        wrong = "" if done.returncode == 0 and "aborted" not in done.stderr else done.stderr
        print(f"{arguments.people:,} rows, {arguments.clients} clients that write and ask, {arguments.seconds} s")
        for line in done.stdout.splitlines():
            if line.startswith(("number of transactions actually", "number of failed", "latency average", "tps")):
                print("  " + line)
        deadlocks = session.value("SELECT sum(deadlocks) FROM pg_stat_database")
        print(f"  deadlocks: {deadlocks}{'; errors: ' + wrong if wrong else ''}")
        kept = session.value("SELECT count(*) FROM people_av")
        if wrong or deadlocks != "0" or kept != session.value("SELECT count(*) FROM people"):
            sys.exit("wrong")
    finally:
        running.remove()


if __name__ == "__main__":
    main()
