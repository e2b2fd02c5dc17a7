#!/usr/bin/env python3
"""Checks that folders of src/ include only what ARCHITECTURE.md lets them. Usage: check_layers.py [root]"""
import pathlib
import re
import sys


def rows(text, first_header):
    """The rows of the markdown table whose first heading is `first_header`."""
    found = []
    inside = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and cells[0] == first_header:
            inside = True
        elif inside and not line.startswith("|"):
            break
        elif inside and not set(line) <= set("|- "):
            found.append(cells)
    return found


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    architecture = (root / "ARCHITECTURE.md").read_text()
    direct = {row[0]: row[1].split() for row in rows(architecture, "folder")}
    third_party = {row[0]: row[1] for row in rows(architecture, "header")}
    if not direct or not third_party:
        sys.exit("check_layers: ARCHITECTURE.md has lost its tables")

    # Everything below a folder; a cycle would make a folder its own base.
    below = {}
    def reach(folder, path=()):
        if folder in path:
            sys.exit(f"check_layers: the table goes in a circle: {' -> '.join(path + (folder,))}")
        if folder not in below:
            # "name!" stands for that folder alone, without what lies below it.
            names = [name.rstrip("!") for name in direct[folder]]
            whole = [name for name in direct[folder] if not name.endswith("!")]
            below[folder] = set(names).union(*(reach(f, path + (folder,)) for f in whole))
        return below[folder]
    for folder in direct:
        reach(folder)

    problems = []
    files = [f for f in sorted(root.glob("src/*/**/*")) if f.suffix in (".h", ".cc")]
    folder_of = {f: f.relative_to(root).parts[1] for f in files}
    public = sorted(root.glob("include/scrim/*.h"))
    for folder in sorted(set(folder_of.values()) - set(direct)):
        problems.append(f"src/{folder} is not in ARCHITECTURE.md's table")
    for file in files + public:
        folder = folder_of.get(file, "include/scrim")
        for number, line in enumerate(file.read_text().splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
            if not match:
                continue
            kind, target = match.groups()
            where = f"{file.relative_to(root)}:{number}: includes {target}"
            top = target.split("/")[0]
            if kind == '"' and top != "scrim" and (top in direct or folder == "include/scrim"):
                if top != folder and top not in below.get(folder, set()):
                    problems.append(f"{where}, but {folder} may include only {', '.join(sorted(below.get(folder, []))) or 'itself'}")
            for header, home in third_party.items():
                if kind == "<" and target.startswith(header) and folder != home:
                    problems.append(f"{where}, which belongs to {home}")
    if len(public) > 12:
        problems.append(f"include/scrim has {len(public)} headers, at most 12 are wanted")
    for problem in problems:
        print(f"check_layers: {problem}")
    print(f"check_layers: {len(files)} files, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
