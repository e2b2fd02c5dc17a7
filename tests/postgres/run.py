#!/usr/bin/env python3
"""Scrim inside PostgreSQL, tested in a server of its own. Usage: run.py <source> <scrim.so> [pg_config] [name…]

Every test_… function of the modules below gets a Bench: the server with a fresh database that has the extension in it.
With names, only those tests run whose module and function have one of them in their names.
"""
import importlib
import pathlib
import sys
import time
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))

import server  # noqa: E402

MODULES = ["labels_test", "views_test", "doctor_test", "materialized_test", "lifecycle_test", "same_answers_test", "attacks_test",
           "faults_test", "stewards_test", "statdb_test", "placed_test", "docs_test",
           "regress_test"]


class Bench:
    """One test's database, with a steward and an analyst besides the superuser."""

    def __init__(self, running, source, name):
        self.server, self.source, self.database = running, source, name
        admin = running.session()
        admin.run(f'CREATE DATABASE "{name}" TEMPLATE scrim_template')
        admin.close()
        self.owner = self.session()

    def session(self, user="owner"):
        return self.server.session(self.database, user)

    def close(self):
        self.server.close_sessions()
        admin = self.server.session()
        admin.run(f'DROP DATABASE "{self.database}" WITH (FORCE)')
        self.server.close_sessions()


def main():
    source, library = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pg_config = sys.argv[3] if len(sys.argv) > 3 else "pg_config"
    wanted = sys.argv[4:]
    lacking = server.missing(pg_config) or ("" if library.exists() else f"{library} is not built")
    if lacking:
        print(f"SKIPPED: PostgreSQL is not tested; {lacking}")
        return 77
    failed = 0
    running = server.Server(pg_config, source / "adapters/postgres", library)
    try:
        session = running.session()
        session.run("CREATE ROLE steward LOGIN; CREATE ROLE analyst LOGIN; CREATE ROLE stranger LOGIN")
        session.run("CREATE DATABASE scrim_template")
        made = running.session("scrim_template")
        made.run("CREATE EXTENSION scrim; GRANT USAGE ON FOREIGN SERVER scrim TO steward; GRANT CREATE ON SCHEMA public TO steward")
        running.close_sessions()
        for name in MODULES:
            module = importlib.import_module(name)
            for test, function in list(vars(module).items()):
                if not test.startswith("test_") or (wanted and not any(w in f"{name}.{test}" for w in wanted)):
                    continue
                begin = time.monotonic()
                bench = Bench(running, source, test.lower()[:60])
                try:
                    function(bench)
                    print(f"ok    {name}.{test} ({time.monotonic() - begin:.1f} s)")
                except Exception:
                    failed += 1
                    print(f"FAIL  {name}.{test}")
                    traceback.print_exc(file=sys.stdout, chain=False)
                if running.process.poll() is not None or "was terminated by signal" in running.log():
                    print("FAIL  the server or one of its backends has crashed:\n" + running.log()[-2000:])
                    return 1
                bench.close()
    finally:
        running.remove()
    print(f"{failed} failed" if failed else "all passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
