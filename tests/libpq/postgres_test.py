#!/usr/bin/env python3
"""Tables of a PostgreSQL server as a source, and scrim sync, on a server of its own.
Usage: postgres_test.py SCRIM_BINARY PROJECT_ROOT [NAME_PATTERN]. Skipped where PostgreSQL is not installed.
"""
import sys
import unittest

from postgres_server import Postgres, programs

MODULES = ["source_test", "sync_test", "document_test"]


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    if not programs():
        print("skipped: PostgreSQL is not installed (Debian: postgresql)")
        return 77
    from case import Case
    loader = unittest.TestLoader()
    loader.testNamePatterns = [f"*{pattern}*" for pattern in sys.argv[3:]] or None
    with Postgres() as Case.server:
        Case.server.load("patients", Case.root / "examples/patients.csv", {"age": "int"})
        return 0 if unittest.TextTestRunner().run(loader.loadTestsFromNames(MODULES)).wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
