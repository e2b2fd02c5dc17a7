#!/usr/bin/env python3
"""Makes programs of the examples in the headers' opening comments and in docs/library.md: as they stand there, each in a
function of its own. What an example takes for granted is made before it; what it makes is looked at after it.
Usage: examples.py SOURCE_DIR INCLUDE_DIR FOLDER     writes FOLDER/examples.cc, FOLDER/examples.c and the tables they read
"""
import pathlib
import re
import sys

source, include, folder = map(pathlib.Path, sys.argv[1:])

# Headers that show no code of their own: those of others use what they declare.
WITHOUT = {"arrow_abi.h", "input.h"}

# What stands before the example of a header; "…" in it is what `gap` says.
TABLES = 'TableInput patients; patients.path = "patients.csv"; Policy policy = *read_policy("policy.yaml"); Progress& progress = no_progress();\n'
BEFORE = {
    "frame.h": 'TableInput file; file.path = "patients.csv"; ArrowArrayStream stream; '
               'SCRIM_CHECK(read_frame(file, no_progress())->to_arrow(&stream));\n',
    "sql.h": "Printed sink;\n",
    "lists.h": TABLES + "SCRIM_TRY(const Frame original, read_frame(patients, progress));\n",
    "histogram.h": TABLES + "const TableInput first_part = patients, second_part = patients;\n",
    "plan.h": TABLES + "const TableInput part = patients; SCRIM_TRY(const Histogram histogram, Histogram::of(patients, policy, progress));\n",
    "ledger.h": """    StatBuildRequest build;
    build.table.path = "patients.csv";
    build.policy = *read_policy("policy.yaml");
    build.m = 2;
    build.frameworks = {"dp"};
    build.out = "noisy.statdb";
    SCRIM_TRY(const StatBuildReport made, build_statdb(build, no_progress()));
""",
    "evidence.h": TABLES + 'TableInput released_part; released_part.path = "release/data.csv"; policy.person.clear();\n',
}
GAPS = {"evidence.h": "const Evidence parts[] = {one};"}
# Examples that read what others write come after them.
ORDER = ["publish.h", "republish.h", "statdb.h", "ledger.h", "noisy.h"]
# Compiled, and not run: they need a server.
COMPILED = {"sync.h"}


def blocks(text):
    """The pieces of a comment that are indented by three or more blanks."""
    block, found = [], []
    for line in [*text, "end"]:
        if line.startswith("   ") or (block and not line.strip()):
            block.append(line[3:])
        elif block:
            found.append("\n".join(block).strip("\n") + "\n")
            block = []
    return found


def comment_of(path):
    """The text of the comment that a header begins with."""
    lines = path.read_text().splitlines()
    if lines[0].startswith("/*"):
        end = next(i for i, line in enumerate(lines) if "*/" in line)
        return [re.sub(r"^( \*|/\*)", "", line) for line in lines[:end]]
    taken = []
    for line in lines:
        if not line.startswith("//"):
            break
        taken.append(line[2:])
    return taken


def function(name, code, before="", gap=None):
    """A function that does what an example does, and returns the first error that it gets."""
    if gap is not None:
        code = code.replace("…", gap)
    got = re.findall(r"^(?:const )?(?:scrim::)?(?:Result<.*>|auto) (\w+) = ", code, re.M)
    after = "".join(f"    if (!{one}) return {one}.error();\n" for one in got)
    return f"[[maybe_unused]] Result<void> {name}() {{\n{before}{code}{after}    return {{}};\n}}\n"


def yaml(name, text):
    return f'Result<void> {name}() {{\n    SCRIM_TRY(const Policy policy, parse_policy(R"yaml({text})yaml"));\n    return {{}};\n}}\n'


headers = sorted((include / "scrim").glob("*.h"), key=lambda path: (
    ORDER.index(path.name) if path.name in ORDER else len(ORDER), path.name))
functions, calls = [], []
for header in headers:
    examples = blocks(comment_of(header))
    if bool(examples) == (header.name in WITHOUT):
        sys.exit(f"{header.name}: {'shows an example now' if examples else 'shows no example'}")
    for number, code in enumerate(examples):
        name = f"{header.stem}_{number + 1}"
        functions.append(yaml(name, code) if re.match(r"\w+:\n", code) else
                         function(name, code, BEFORE.get(header.name, ""), GAPS.get(header.name)))
        if header.name not in COMPILED:
            calls.append((name, f"scrim/{header.name}"))
document = (source / "docs" / "library.md").read_text()
for number, code in enumerate(re.findall(r"```c\+\+\n(.*?)```", document, re.S)):
    code = re.sub(r"^#include.*\n", "", code, flags=re.M)
    in_parts = TABLES + "policy.person.clear(); policy.rows_are_persons = true; const TableInput part = patients;\n"
    functions.append(function(f"library_{number + 1}", code, in_parts if "Histogram::of" in code else ""))
    calls.append((f"library_{number + 1}", "docs/library.md"))
if len(calls) < 15:
    sys.exit("examples went missing")

(folder / "examples.cc").write_text("".join(f"#include <scrim/{header.name}>\n" for header in headers) + """
#include <iostream>

namespace {
using namespace scrim;

struct Printed final : SqlSink {
    void columns(std::span<const SqlColumn>) override {}
    bool row(std::span<const std::optional<std::string>>) override { return true; }
    void message(std::string_view text) override { std::cout << text; }
};

""" + "\n".join(functions) + """
Result<void> make_hospital() {
    SCRIM_TRY(SqlDatabase database, SqlDatabase::open({.path = "hospital.db"}));
    SCRIM_TRY(SqlSession owner, database.session());
    SCRIM_TRY(const SqlOutcome done, run_all(owner, R"sql(
        CREATE TABLE patient AS FROM 'patients.csv';
        CREATE TABLE choice (name VARCHAR, purpose VARCHAR, recipient VARCHAR, k INTEGER);
        INSERT INTO choice SELECT name, 'treatment', 'nurse', 5 FROM patient;
        CREATE ANONYMIZATION_VIEW patient_av ON (SELECT name, age, disease FROM patient) WITH ANONYMIZATION_ID name
          ANONYMIZATION_QUASI_ID (age) ANONYMIZATION_SENSITIVE_ATTR (disease) name REFERENCES choice(k);
        GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO analyst PURPOSE treatment RECIPIENT nurse)sql", no_progress()));
    return {};
}
}  // namespace

int main() {
    const struct { const char* where; Result<void> (*run)(); } all[] = {
        {"a database", make_hospital},
""" + "".join(f'        {{"{where}", {name}}},\n' for name, where in calls) + """    };
    int failed = 0;
    for (const auto& example : all)
        if (const auto done = example.run(); !done) {
            std::cerr << example.where << ": " << worded(done.error().message, Wording::keyword) << "\\n";
            ++failed;
        }
    return failed;
}
""")

in_c = [("scrim.h", blocks(comment_of(include / "scrim.h"))[0])]
in_c += [("docs/library.md", code) for code in re.findall(r"```c\n(.*?)```", document, re.S)]
(folder / "examples.c").write_text('#include <scrim.h>\n#include <stdio.h>\n#include <string.h>\n\n' + "".join(f"""
static int example_{number}(const scrim_frame* const* frames) {{
    (void)frames;
{code}
    return {'reply != NULL' if 'reply' in code else 1};
}}
""" for number, (_, code) in enumerate(in_c)) + """
int main(void) {
    scrim_frame* frame = NULL;
    const scrim_frame* frames[1];
    if (scrim_frame_read("\\"patients.csv\\"", &frame, NULL)) return 1;
    frames[0] = frame;
""" + "".join(f"    if (!example_{number}(frames)) return fprintf(stderr, \"{where}\\n\"), 1;\n"
              for number, (where, _) in enumerate(in_c)) + """    scrim_frame_free(frame);
    return 0;
}
""")

# The tables that the examples name: 120 people, twelve diseases.
diseases = ["flu", "cold", "asthma", "gastritis", "hiv", "angina", "gout", "mumps", "measles", "ulcer", "anemia", "eczema"]
people = [f"p{i},{20 + i * 7 % 61},885{i % 10}{i % 7},{diseases[i % 12]}" for i in range(120)]
for name in ("patients.csv", "q1.csv", "who_january.csv", "who_february.csv"):
    (folder / name).write_text("name,age,zip,disease\n" + "\n".join(people) + "\n")
for name in ("january.csv", "february.csv"):
    (folder / name).write_text("age,zip,disease\n" + "".join(f"\"[20, 80]\",*,{row.split(',')[3]}\n" for row in people))
(folder / "policy.yaml").write_text("""columns: {name: identifier, age: quasi_identifier, zip: quasi_identifier, disease: sensitive}
person: name
require: [k_anonymity(k=5)]
""")
