#!/usr/bin/env python3
"""Checks the prose of the documents: lines of at most 100 characters, links that lead somewhere, American spelling.

Code blocks and tables may be wide, and so may a line that holds a web address. Usage: prose_test.py SOURCE_DIR
"""
import pathlib
import re
import sys

WIDTH = 100
BRITISH = re.compile(
    r"\b(\w*(anonymi|anatomi|generali|minimi|maximi|normali|personali|materiali|speciali|recogni|optimi|summari|organi|authori|vectori|randomi"
    r"|factori)s(e|ed|es|er|ing|ation|ations)\b|\w*(neighbour|behaviour|colour|favour|honour)\w*|licence|centre|learnt|judgement)\b",
    re.I)


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


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    documents = sorted([*source.glob("*.md"), *source.glob("docs/*.md")])
    found = [f"{document.relative_to(source)}:{number}: {fault}" for document in documents for number, fault in faults(document)]
    print("\n".join(found) or f"{len(documents)} documents: nothing found")
    sys.exit(1 if found or not documents else 0)


if __name__ == "__main__":
    main()
