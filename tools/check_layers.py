#!/usr/bin/env python3
"""Checks the rooms of src/ against ARCHITECTURE.md: who includes whom, and in which namespace.

Every folder of src/ that holds sources is a room. Usage: check_layers.py [root]
"""
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


def reachable(direct):
    """Every room that each room may include; a circle ends the program."""
    below = {}

    def reach(room, path=()):
        if room in path:
            sys.exit(f"check_layers: the table goes in a circle: {' -> '.join(path + (room,))}")
        if room not in direct:
            sys.exit(f"check_layers: the table names {room}, which is no room of it")
        if room not in below:
            # "name!" stands for that room alone, without what lies below it.
            names = [name.rstrip("!") for name in direct[room]]
            whole = [name for name in direct[room] if not name.endswith("!")]
            below[room] = set(names).union(*(reach(name, path + (room,)) for name in whole))
        return below[room]

    for room in direct:
        reach(room)
    return below


def include_problems(room, text, direct, below, third_party):
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if not match:
            continue
        kind, target = match.groups()
        home = target.rpartition("/")[0]
        if kind == '"' and target != "scrim.h" and home != "scrim" and home != room and home not in below.get(room, set()):
            allowed = f"{', '.join(direct[room])} and what those may" if direct.get(room) else "itself"
            yield number, f"includes {target}, but {room} may include only {allowed}"
        for header, homes in third_party.items():
            if kind == "<" and target.startswith(header) and not any(room == h or room.startswith(h + "/") for h in homes):
                yield number, f"includes {target}, which belongs to {' and '.join(homes)}"


def namespace_problems(file, text, own):
    """Headers open the room's namespace or one inside it; sources also those around it, whose functions they define."""
    for number, line in enumerate(text.splitlines(), 1):
        match = re.match(r"namespace (scrim[\w:]*) \{", line)
        if not match:
            continue
        inside = match[1] == own or match[1].startswith(own + "::")
        around = file.suffix == ".cc" and own.startswith(match[1] + "::")
        if not inside and not around:
            yield number, f"opens {match[1]}, but the namespace of its room is {own}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    architecture = (root / "ARCHITECTURE.md").read_text()
    table = rows(architecture, "room")
    direct = {row[0]: row[2].split() for row in table}
    namespace = {row[0]: row[1] for row in table}
    third_party = {row[0]: row[1].split() for row in rows(architecture, "header")}
    if not direct or not third_party:
        sys.exit("check_layers: ARCHITECTURE.md has lost its tables")
    below = reachable(direct)

    problems = []
    files = [f for f in sorted(root.glob("src/*/**/*")) if f.suffix in (".h", ".cc")]
    public = sorted(root.glob("include/scrim/*.h"))
    room_of = {f: f.parent.relative_to(root / "src").as_posix() for f in files}
    for room in sorted(set(room_of.values()) - set(direct)):
        problems.append(f"src/{room} is not in ARCHITECTURE.md's table")
    for file in files + public:
        room = room_of.get(file, "include/scrim")
        text = file.read_text()
        found = list(include_problems(room, text, direct, below, third_party))
        if room in namespace:
            found += namespace_problems(file, text, namespace[room])
        problems += [f"{file.relative_to(root)}:{number}: {what}" for number, what in found]
    if len(public) > 24:
        problems.append(f"include/scrim has {len(public)} headers, at most 24 are wanted")
    for problem in problems:
        print(f"check_layers: {problem}")
    print(f"check_layers: {len(files)} files in {len(set(room_of.values()))} rooms, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
