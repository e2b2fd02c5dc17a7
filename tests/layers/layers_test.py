#!/usr/bin/env python3
"""tools/check_layers.py accepts the tree as it is and catches planted violations. Usage: layers_test.py SOURCE_DIR"""
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
    ("src/core/span.h", '#include "hierarchy/hierarchy.h"', "core may include only itself"),
    ("src/models/model.cc", '#include "metrics/metric.h"', "models may include only"),
    ("src/cli/cli.cc", '#include "check/check_table.h"', "cli may include only server"),
    ("src/check/risk.cc", "#include <duckdb.hpp>", "which belongs to engine"),
    ("src/hierarchy/label.cc", "#include <fmt/format.h>", "which belongs to core"),
    ("include/scrim/check.h", '#include "core/ratio.h"', "include/scrim may include only itself"),
    ("src/shortcut/all.h", '#include "core/span.h"', "src/shortcut is not in ARCHITECTURE.md's table"),
]

failures = 0
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
print(f"{len(plants) + 1 - failures} passed, {failures} failed")
sys.exit(1 if failures else 0)
