#!/usr/bin/env python3
"""tools/check_layers.py, check_types.py and check_fields.py accept the tree as it is and catch planted violations. Usage: layers_test.py SOURCE_DIR"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

source = pathlib.Path(sys.argv[1])
checker = source / "tools" / "check_layers.py"


def check(root):
    return subprocess.run([sys.executable, checker, root], stdout=subprocess.PIPE, text=True)


# Where, what is planted there, and what the checker must say.
plants = [
    ("src/kernel/core/span.h", '#include "kernel/hierarchy/hierarchy.h"', "core may include only itself"),
    ("src/kernel/models/model.cc", '#include "kernel/metrics/metric.h"', "models may include only"),
    ("src/kernel/recode/subtree/worth.cc", '#include "kernel/recode/lattice/lattice.h"', "subtree may include only"),
    ("src/methods/audit/series/composition.cc", '#include "methods/audit/release/belief.h"', "series may include only"),
    ("src/methods/verify/truth.cc", '#include "methods/release/prepare.h"', "verify may include only"),
    ("src/methods/release/measure.cc", '#include "report/report.h"', "release may include only"),
    ("src/adapters/cli/cli.cc", '#include "methods/check/check_table.h"', "cli may include only adapters/http"),
    ("src/kernel/risk/risk.cc", "#include <duckdb.hpp>", "which belongs to adapters/duckdb"),
    ("src/kernel/hierarchy/label.cc", "#include <fmt/format.h>", "which belongs to kernel/core"),
    ("include/scrim/check.h", '#include "kernel/core/ratio.h"', "include/scrim may include only itself"),
    ("src/kernel/shortcut/all.h", '#include "kernel/core/span.h"', "src/kernel/shortcut is not in ARCHITECTURE.md's table"),
    ("src/kernel/models/judge.h", "namespace scrim {", "opens scrim, but the namespace of its room is scrim::models"),
    ("src/methods/release/owner.cc", "namespace scrim::verifier {", "opens scrim::verifier, but"),
]

def check_types(root):
    return subprocess.run([sys.executable, source / "tools" / "check_types.py", root], stdout=subprocess.PIPE, text=True)


# Files, and what tools/check_types.py must say of them; "" for nothing.
types = [
    ({"src/a/x.h": "namespace scrim {\nstruct Box {};\n}", "src/b/y.h": "namespace scrim {\nclass Box final : Base<int> {};\n}"},
     "scrim::Box is defined at src/a/x.h:2 and at src/b/y.h:2"),
    ({"src/a/x.h": "namespace scrim::a {\nenum class Box : int { one };\n}", "src/b/y.cc": "namespace scrim { namespace a {\nstruct Box {};\n} }"},
     "scrim::a::Box"),
    ({"src/a/x.h": "namespace scrim {\ntemplate <class T>\nstruct Box {};\n}", "include/scrim/y.h": "namespace scrim {\nunion Box { int a; };\n}"},
     "scrim::Box"),
    ({"src/a/x.h": "namespace scrim {\nstruct Box {};\n}", "tests/a/y.cc": "namespace scrim {\nstruct Box {};\n}"}, "scrim::Box"),
    # In other namespaces, in unnamed ones, inside of other types and functions, only named, in comments and texts.
    ({"src/a/x.h": "namespace scrim {\nstruct Box {};\nstruct Other { struct Box {}; };\nstruct Box;\n}",
      "src/b/y.cc": "namespace scrim {\nnamespace {\nstruct Box {};\n}\nvoid f(struct Box* b) { struct Box {}; }\n// struct Box {\n"
                    "const char* t = \"struct Box {\";\n}", "src/c/z.h": "namespace scrim::c {\nstruct Box {};\n}",
      "tests/a/y.cc": "namespace scrim { namespace { struct Box {}; } }"}, ""),
    # Programs of tests are not linked with one another.
    ({"src/a/x.h": "namespace scrim {\nstruct Other {};\n}", "tests/a/y.h": "namespace scrim {\nstruct Box {};\n}",
      "tests/b/y.h": "namespace scrim {\nstruct Box {};\n}"}, ""),
]

def check_fields(root):
    return subprocess.run([sys.executable, source / "tools" / "check_fields.py", root], stdout=subprocess.PIPE, text=True)


# A source below the command line, and what tools/check_fields.py must say of it; "" for nothing.
fields = [
    ('f("name one with --out");', 'src/a/x.cc:1: --out is the command line\'s; write field("out")'),
    ('// none\nf("a"\n  "(--accept-exact {})");', 'src/a/x.cc:3: --accept-exact is the command line\'s; write field("accept_exact")'),
    ('f("or say -m 10");', "-m is the command line's"),
    ('f("say -m");', "-m is the command line's"),
    ('// --out\nf("l - 1, well-known, 1--2", \'-\', "iconv -f latin1 -t utf-8"); /* "--out" */ g(R"css(var(--tint))css");', ""),
]

failures = 0
for text, expected in fields:
    for place, said in (("src/a/x.cc", expected), ("src/adapters/cli/x.cc", "")):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in (("src/b/y.cc", "int main() {}"), (place, text)):
                target = pathlib.Path(folder) / name
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(content)
            result = check_fields(folder)
        if result.returncode != (1 if said else 0) or said not in result.stdout:
            failures += 1
            print(f"of {text} in {place} the checker of fields said:\n{result.stdout}")
plain_fields = check_fields(source)
if plain_fields.returncode != 0:
    failures += 1
    print(plain_fields.stdout)
plain_types = check_types(source)
if plain_types.returncode != 0:
    failures += 1
    print(plain_types.stdout)
for files, expected in types:
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            target = pathlib.Path(folder) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text)
        result = check_types(folder)
        if result.returncode != (1 if expected else 0) or expected not in result.stdout:
            failures += 1
            print(f"of {files} the checker of types said:\n{result.stdout}")
plain = check(source)
if plain.returncode != 0:
    failures += 1
    print(plain.stdout)
for name, line, expected in plants:
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for part in ("src", "include"):
            shutil.copytree(source / part, root / part)
        shutil.copy(source / "ARCHITECTURE.md", root)
        target = root / name
        target.parent.mkdir(exist_ok=True)
        target.write_text(line + "\n" + (target.read_text() if target.exists() else ""))
        result = check(root)
        if result.returncode != 1 or expected not in result.stdout:
            failures += 1
            print(f"planted {line} in {name}; the checker said:\n{result.stdout}")
print(f"{len(plants) + len(types) + 2 * len(fields) + 3 - failures} passed, {failures} failed")
sys.exit(1 if failures else 0)
