#!/usr/bin/env python3
"""Runs the commands of a document and compares what they print with what it says.

In blocks marked ```console, a line "$ command" is run and the lines after it are its expected output; "…" alone on a line stands for
any number of lines. Usage: readme_test.py SCRIM_BINARY SOURCE_DIR DOCUMENT
"""
import difflib
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile


def console_blocks(text):
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        command, expected = None, []
        for line in block.splitlines():
            if line.startswith("$ "):
                if command:
                    yield command, expected
                command, expected = line[2:], []
            else:
                expected.append(line.rstrip())
        if command:
            yield command, expected


def matches(expected, printed):
    pattern = "".join(r"(?:.*\n)*?" if line == "…" else re.escape(line) + r" *\n" for line in expected)
    return re.fullmatch(pattern, printed) is not None


def main():
    binary, source, document = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    commands = list(console_blocks(document.read_text()))
    if not commands:
        sys.exit(f"{document} has no console blocks: nothing was tested")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        (here / "build").mkdir()
        (here / "build" / "scrim").symlink_to(binary)
        shutil.copytree(source / "examples", here / "examples")
        for command, expected in commands:
            result = subprocess.run(["bash", "-c", command], cwd=here, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if not matches(expected, result.stdout):
                failures += 1
                print(f"$ {command}   (exit code {result.returncode})")
                print("\n".join(difflib.unified_diff(expected, result.stdout.splitlines(), "the document says", "the command prints", lineterm="")))
    print(f"{len(commands) - failures} passed, {failures} failed")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
