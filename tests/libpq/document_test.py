"""The commands of docs/postgres_source.md, on a database of its own."""
import os
import subprocess
import sys

from case import Case


class Document(Case):
    def test_commands(self):
        self.server.sql("CREATE DATABASE clinic")
        self.server.load("visits", self.root / "examples/patients.csv", {"age": "int"}, database="clinic")
        self.server.load("ward", self.root / "examples/ward_q1.csv", {"age": "int"}, database="clinic")
        done = subprocess.run([sys.executable, self.root / "tests/docs/readme_test.py", self.binary, self.root, self.root / "docs/postgres_source.md"],
                              capture_output=True, text=True, timeout=300,
                              env={**os.environ, "PGHOST": str(self.server.socket), "PGUSER": "owner", "PATH": f"{self.server.bin}:{os.environ['PATH']}"})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
