#!/usr/bin/env python3
"""Prints the numbers of the house; it asserts nothing. Usage: house.py [build folder, of the project or absolute …]

Objects per build, include cycles between rooms, types defined twice, places that know something by its name, tests ÷ sources,
file lengths. A room is a folder of src/, at any depth, that holds .h or .cc files itself. A name is known where a text is the name
or begins with it. Texts that decide nothing are counted apart: sentences (the name and more words), worked examples, and words that
mean something else where they stand; the last two are listed below, each with its reason.
"""
import collections
import pathlib
import re
import statistics
import subprocess
import sys

from check_types import DEAD

ROOT = pathlib.Path(__file__).resolve().parent.parent
CODE = (".h", ".cc")
TESTS = CODE + (".py", ".js", ".mjs", ".test", ".case", ".sql")

# Where names are registered: a line of a .def file, a list that is called so, or a comparison with what is called so.
ENTRY = re.compile(r"^\w+\((?:\w+, )?(\w+)\)", re.M)
LIST = re.compile(r"\b(?:frameworks|methods|recoders)\s*(?:=\s*)?\{(.*?)\};", re.S)
ROW = re.compile(r'(?:\{|^|,)\s*"([a-z]\w+)"')
COMPARED = re.compile(r'\b(?:framework|method|recoder)\s*[!=]=\s*"([a-z]\w+)"')

SENTENCE = re.compile(r"\w+[:,;]? \(?\w")
# Before a value that a message gives as an example of what would be accepted: for example field("algorithm", "...
MESSAGE_EXAMPLE = re.compile(r'(?:for example|such as) " \+\s*(?:quoted_)?field\("\w+", $')
# Files that show how something is used, as a user would: what they name is their subject.
EXAMPLES = {"src/adapters/cli/verbs/demo.cc": "scrim demo: three releases and what the hospital's table reaches"}
# What only looks like a name, or is the subject of its file: (file, name) -> what it is there.
NAMESAKES = {
    ("src/methods/statdb/static_versions.cc", "alpha_k_anonymity"): "what the paper's static baseline requires",
    ("src/methods/statdb/static_versions.cc", "mondrian"): "what the paper's static baseline recodes by",
    ("src/kernel/core/old_names.cc", "personalized_privacy"): "what an old name is called now",
    ("src/kernel/core/old_names.cc", "neighbors"): "what an old name is called now",
    ("src/adapters/duckdb/sql/guard/analyst_guard.cc", "skewness"): "an aggregate of SQL",
    ("src/adapters/duckdb/sql/guard/analyst_guard.cc", "entropy"): "an aggregate of SQL",
    ("src/adapters/duckdb/sql/door/sql_door_explain.cc", "precision"): "of an answer, beside its recall",
    ("src/kernel/recode/lattice/optimal.cc", "neighbors"): "a parameter of the algorithm",
    ("src/methods/verify/cluster_claims.cc", "cluster"): "what gather makes of records",
    ("src/adapters/duckdb/sql/door/sql_door_explain.cc", "ncp"): "what a line of EXPLAIN ANALYZE is called",
    ("src/adapters/duckdb/sql/door/sql_door_explain.cc", "k_deviation"): "what a line of EXPLAIN ANALYZE is called",
    ("src/methods/release/perturbed_certificate.cc", "perturbation"): "a part of the certificate",
    ("src/methods/statdb/noisy/canonical.cc", "noise"): "a key of what a question is asked again by",
    ("src/report/json/noisy.cc", "noise"): "a key of the document",
    ("src/methods/statdb/noisy/membership.cc", "dp"): "the framework whose own file is beside it",
    ("src/adapters/http/service.cc", "noise"): "a page",
    ("src/adapters/postgres/stewards/findings.cc", "sample"): "a kind of finding",
    ("src/kernel/recode/synthetic/dp_marginals.cc", "noise"): "a detail of the report",
    ("src/methods/release/privacy_told.cc", "neighbors"): "a part of the certificate",
    ("src/methods/verify/claimed_privacy.cc", "neighbors"): "a part of the certificate",
    ("src/methods/sync/asked_text.cc", "sample"): "a key of what a release was asked for by",
    ("src/kernel/recode/guarded.cc", "personalized_privacy"): "the model that a refusal suggests",
    ("src/methods/verify/claimed_release.cc", "perturbation"): "a part of the certificate",
    ("src/report/json/check.cc", "sample"): "a part of check's document",
}


def files(folder, suffixes):
    return [file for file in sorted((ROOT / folder).rglob("*")) if file.is_file() and file.suffix in suffixes]


def shown(file):
    return file.relative_to(ROOT).as_posix()


def lines_of(file):
    return len(file.read_text(errors="replace").splitlines())


def count_objects(folders):
    print("Objects compiled")
    given = folders or [folder for folder in ("build", "build/asan") if (ROOT / folder).is_dir()]
    for folder in given:
        ninja = ROOT / folder / "build.ninja"
        objects = re.findall(r"^build [^:]*\.o(?:bj)?: C(?:XX)?_COMPILER__", ninja.read_text(), re.M) if ninja.exists() else None
        print(f"  {'-' if objects is None else len(objects):>5}  {folder}" + (": no build.ninja" if objects is None else ""))


def includes():
    """(file, line, target) of each include of a file of src/ by another; targets may be named from any folder above them."""
    known = collections.defaultdict(list)  # every end of a path: the files that have it
    everything = [file for file in sorted((ROOT / "src").rglob("*")) if file.is_file()]
    for file in everything:
        parts = file.relative_to(ROOT / "src").parts
        for begin in range(len(parts)):
            known["/".join(parts[begin:])].append(file)
    for file in everything:
        if file.suffix not in CODE:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if match := re.match(r'\s*#\s*include\s*"([^"]+)"', line):
                found = known.get(match[1], [])
                near = [file.parent / match[1], ROOT / "src" / match[1]]
                target = next((path for path in near if path in found), found[0] if len(found) == 1 else None)
                if target:
                    yield file, number, target


def components(graph):
    """The strongly connected components of more than one room: rooms that reach each other."""
    reached = {}
    for room in list(graph):
        reached[room], waiting = set(), [room]
        while waiting:
            new = graph[waiting.pop()] - reached[room]
            reached[room] |= new
            waiting += new
    return sorted({tuple(sorted(b for b in reached[a] if a in reached.get(b, ()))) for a in reached if a in reached[a]})


def find_cycles():
    between = [(file, number, target) for file, number, target in includes() if file.parent != target.parent]
    graph = collections.defaultdict(set)
    for file, _, target in between:
        graph[file.parent].add(target.parent)
    cycles = components(graph)
    rooms = {file.parent for file in files("src", CODE)}
    print(f"\nInclude cycles: {len(cycles)} between {len(rooms)} rooms")
    for cycle in cycles:
        print(f"  {', '.join(map(shown, cycle))}")
        for file, number, target in between:
            if file.parent in cycle and target.parent in cycle:
                print(f"    {shown(file)}:{number} includes {shown(target)}")


def registered(texts):
    """name -> the files that register it: where it is listed, and files that bear its name below the folder of the list."""
    homes = collections.defaultdict(set)
    for file in files("src", (".def",)):
        if file.name == "formats.def":
            continue  # csv, json and database are everyday words
        for name in ENTRY.findall(file.read_text()):
            homes[name] |= {other for other in texts if other.stem == name and file.parent in other.parents}
    for file, text in texts.items():
        listed = {name: {file} for match in LIST.finditer(text) for name in ROW.findall(match[1])}
        listed.update({name: set() for name in COMPARED.findall(text) if name not in listed})
        for name, where in listed.items():
            homes[name] |= where | {other for other in texts if other.stem == name and file.parent == other.parent}
    return homes


def literals(text):
    """(position, text) of each string, adjacent ones as one; neither comments nor preprocessor lines."""
    end, found = None, []
    for match in DEAD.finditer(text):
        if not match[0].startswith(('"', 'R"')):
            continue
        if end is not None and not text[end:match.start()].strip():
            found[-1][1] += match[0].strip('"')
        else:
            found.append([match.start(), match[0][1:-1] if match[0][0] == '"' else match[0][match[0].index("(") + 1:]])
        end = match.end()
    return found


def find_names():
    texts = {file: file.read_text() for file in files("src", CODE)}
    homes = registered(texts)
    starts = re.compile(rf"({'|'.join(sorted(homes, key=len, reverse=True))})\b")
    places, words = {}, 0
    for file, text in texts.items():
        for position, literal in literals(text):
            if (name := starts.match(literal)) and file not in homes[name[1]] and "Example" not in literal:
                example = shown(file) in EXAMPLES or MESSAGE_EXAMPLE.search(text, max(0, position - 80), position)
                if SENTENCE.match(literal) or example or (shown(file), name[1]) in NAMESAKES:
                    words += 1
                else:
                    places.setdefault((shown(file), text.count("\n", 0, position) + 1, name[1]), literal)
    print(f"\nPlaces that know one of {len(homes)} names outside its own file: {len(places)}; {words} more only word")
    for (file, number, name), literal in places.items():
        print(f"  {file}:{number}: {name}" + ("" if literal == name else f', in "{literal[:50]}"'))


def measure_files():
    sources = {file: lines_of(file) for folder in ("src", "include") for file in files(folder, CODE)}
    lengths = sorted(sources.values())
    tests, code = sum(map(lines_of, files("tests", TESTS))), sum(lengths)
    print(f"\nTest lines ÷ source lines: {tests} ÷ {code} = {tests / code:.2f}")
    print(f"Source files: {len(lengths)}, lines: median {statistics.median(lengths):g}, 90th percentile "
          f"{lengths[-(-9 * len(lengths) // 10) - 1]}; the longest:")
    for file in sorted(sources, key=sources.get, reverse=True)[:10]:
        print(f"  {sources[file]:5}  {shown(file)}")


def main():
    count_objects(sys.argv[1:])
    find_cycles()
    checker = [sys.executable, str(pathlib.Path(__file__).with_name("check_types.py")), str(ROOT)]
    print("\nTypes defined twice\n  " + subprocess.run(checker, stdout=subprocess.PIPE, text=True).stdout.strip().replace("\n", "\n  "))
    find_names()
    measure_files()


if __name__ == "__main__":
    main()
