#!/usr/bin/env python3
"""Finds types that are defined twice under one name: the linker keeps one and says nothing. Usage: check_types.py [root]

Looks at namespaces with a name only; what is in an unnamed one belongs to its file. `make test-odr` lets the linker look at the same.
"""
import collections
import pathlib
import re
import sys

# Comments, texts and preprocessor lines: nothing in them opens a scope.
DEAD = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|^[ \t]*#(?:\\\n|[^\n])*', re.S | re.M)
NAMESPACE = re.compile(r"(?:^|[;{}\s])(?:inline\s+)?namespace(?:\s+([\w:]+))?\s*$")
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+(?:class|struct))?)\s+(?:\[\[.*?\]\]\s*|alignas\([^)]*\)\s*)*"
                  r"([A-Za-z_][\w:]*(?:<[^;{}]*>)?)\s*(?:final\s*)?(?::[^;{}]*)?$", re.S)


def types_in(text):
    """(qualified name, line) of each type that a named namespace holds."""
    text = DEAD.sub(lambda dead: re.sub(r"[^\n]", " ", dead[0]), text)
    scopes = []  # what each open brace belongs to: a namespace's name, "" for an unnamed one, None for anything else
    begin = 0
    for brace in re.finditer(r"[{};]", text):
        before = text[begin:brace.start()]
        begin = brace.end()
        if brace[0] == "}" and scopes:
            scopes.pop()
        if brace[0] != "{":
            continue
        if space := NAMESPACE.search(before):
            scopes.append(space[1] or "")
            continue
        if all(scopes) and (found := TYPE.search(before)) and "(" not in before[:found.start()]:
            line = text.count("\n", 0, brace.start()) + 1
            yield "::".join(scopes + [re.sub(r"\s+", " ", found[1])]), line
        scopes.append(None)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    ours = [file for folder in ("src", "include") for file in sorted(root.glob(f"{folder}/**/*")) if file.suffix in (".h", ".cc")]
    tests = collections.defaultdict(list)  # each folder is a program of its own
    for file in sorted(root.glob("tests/*/**/*")):
        if file.suffix in (".h", ".cc"):
            tests[file.relative_to(root).parts[1]].append(file)

    def places(files):
        found = collections.defaultdict(list)
        for file in files:
            for name, line in types_in(file.read_text()):
                found[name].append(f"{file.relative_to(root)}:{line}")
        return found

    of_program = places(ours)
    if not of_program:
        sys.exit("check_types: there are no types: this is not the project's root")
    problems = {name: where for name, where in of_program.items() if len(where) > 1}
    for files in tests.values():
        for name, where in places(files).items():
            if len(where) + len(of_program.get(name, [])) > 1:
                problems[name] = of_program.get(name, []) + where
    for name, where in sorted(problems.items()):
        print(f"check_types: {name} is defined at {' and at '.join(where)}; rename one, or put it into an unnamed namespace")
    print(f"check_types: {len(of_program)} types, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
