"""What the tests share: the program, the project, the server, and a folder for each test."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest


class Case(unittest.TestCase):
    binary = os.path.abspath(sys.argv[1])
    root = pathlib.Path(sys.argv[2]).resolve()
    server = None  # set when it runs
    maxDiff = None

    def setUp(self):
        # In memory where that is possible: releases are synced to the disk.
        made = tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def start(self, *words, env=None, **more):
        return subprocess.Popen([self.binary, *map(str, words)], cwd=self.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env={**os.environ, "TMPDIR": str(self.folder), **(env or {})}, **more)

    def scrim(self, *words, code=0, env=None):
        """What it prints: the report, or the line that says why not."""
        process = self.start(*words, env=env)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, code, out + err)
        if code == 2:
            self.assertEqual((out, err.count("\n")), ("", 1), err)
            return err
        return out

    def refused(self, *words, **more):
        return self.scrim(*words, code=2, **more)
