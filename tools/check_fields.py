#!/usr/bin/env python3
"""Finds flags of the command line in texts below it: the library names a field (src/kernel/core/field.h), and adapters spell it.

Looks at string literals of include/ and of src/ without src/adapters/cli. Usage: check_fields.py [root]
"""
import pathlib
import re
import sys

# Comments and raw texts (pages, styles) are passed over; what is left in quotes is a message or a part of one.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|\'(?:\\.|[^\'\\\n])\'|"((?:\\.|[^"\\\n])*)"', re.S)
FLAG = re.compile(r"(?<![\w-])(--[a-z][\w-]*|-[a-z](?![\w-]))")
OTHER_PROGRAMS = re.compile(r"\biconv( -\w \S+)+")


def flags_in(text):
    """(line, flag) of each flag in a string literal."""
    for token in TOKEN.finditer(text):
        if token[2] is None:
            continue
        for flag in FLAG.finditer(OTHER_PROGRAMS.sub("", token[2])):
            yield text.count("\n", 0, token.start()) + 1, flag[0]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    files = [f for folder in ("src", "include") for f in sorted(root.glob(f"{folder}/**/*")) if f.suffix in (".h", ".cc")]
    below = [f for f in files if not f.relative_to(root).as_posix().startswith("src/adapters/cli/")]
    if not below:
        sys.exit("check_fields: there are no sources: this is not the project's root")
    problems = [(file, line, flag) for file in below for line, flag in flags_in(file.read_text())]
    for file, line, flag in problems:
        name = flag.lstrip("-").replace("-", "_")
        print(f'check_fields: {file.relative_to(root)}:{line}: {flag} is the command line\'s; write field("{name}")')
    print(f"check_fields: {len(below)} files, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
