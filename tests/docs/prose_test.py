#!/usr/bin/env python3
"""Checks the prose of the documents: lines of at most 100 characters, links that lead somewhere, American spelling.

Code blocks and tables may be wide, and so may a line that holds a web address. Of the sources, the spelling of comments and string
literals is checked. Usage: prose_test.py SOURCE_DIR
"""
import pathlib
import re
import sys

WIDTH = 100
BRITISH = re.compile(
    r"\b(\w*(anonymi|anatomi|generali|minimi|maximi|normali|personali|materiali|speciali|recogni|optimi|summari|organi|authori|vectori|randomi"
    r"|factori)s(e|ed|es|er|ing|ation|ations)\b|\w*(neighbour|behaviour|colour|favour|honour)\w*|licence|centre|learnt|judgement)\b",
    re.I)
# Comments and string literals, raw ones too; not the names of included files.
SAID = re.compile(r'^[ \t]*#[^\n]*|(//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\2"|"(?:\\.|[^"\\\n])*")|\'(?:\\.|[^\'\\\n])\'', re.S | re.M)
# The table of old names holds what it is there for.
OLD_SPELLINGS = ("src/kernel/core/old_names.h", "src/kernel/core/old_names.cc")


def prose(text):
    """The numbered lines of a document that are prose, without code in backticks."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield number, line, re.sub(r"`[^`]*`", "", line)


def anchors(text):
    """The names by which headings can be linked to, as GitHub makes them."""
    headings = [re.match(r"#+ (.*)", line) for _, line, _ in prose(text)]
    return {re.sub(r"[^\w\- ]", "", heading[1].lower()).replace(" ", "-") for heading in headings if heading}


def faults(document):
    text = document.read_text()
    for number, line, words in prose(text):
        table = line.lstrip().startswith("|")
        if len(line) > WIDTH and not table and "://" not in line:
            yield number, f"has {len(line)} characters; {WIDTH} fit"
        for found in BRITISH.finditer(words):
            yield number, f"'{found[0]}' is British spelling"
        for target in re.findall(r"\]\(([^)\s]+)\)", words):
            if "://" in target:
                continue
            path, _, anchor = target.partition("#")
            file = (document.parent / path).resolve() if path else document
            if not file.exists():
                yield number, f"there is no {path}"
            elif anchor and anchor not in anchors(file.read_text()):
                yield number, f"{path or 'this page'} has no heading #{anchor}"


def misspelled(text):
    """What comments and string literals of C++ spell the British way."""
    for said in SAID.finditer(text):
        for found in BRITISH.finditer((said[1] or "").replace("_", " ")):
            yield text.count("\n", 0, said.start()) + 1, f"'{found[0]}' is British spelling"


def sources(root):
    files = [file for folder in ("src", "include") for file in sorted(root.glob(f"{folder}/**/*")) if file.suffix in (".h", ".cc")]
    return [file for file in files if file.relative_to(root).as_posix() not in OLD_SPELLINGS]


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    documents = sorted([*source.glob("*.md"), *source.glob("docs/*.md")])
    code = sources(source)
    checked = [(document, faults(document)) for document in documents] + [(file, misspelled(file.read_text())) for file in code]
    found = [f"{file.relative_to(source)}:{number}: {fault}" for file, all_faults in checked for number, fault in all_faults]
    print("\n".join(found) or f"{len(documents)} documents and {len(code)} sources: nothing found")
    sys.exit(1 if found or not documents or not code else 0)


if __name__ == "__main__":
    main()
