"""An outside recount of a table and of a release, by persons. Shares nothing with the program: dictionaries and loops."""
import csv
from collections import Counter, defaultdict
from fractions import Fraction


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def key_of(row, columns):
    return tuple(row[c] for c in columns)


def persons_by(rows, columns, person):
    """Values on the columns -> who has them; every record is a person of its own where `person` is None."""
    found = defaultdict(set)
    for i, row in enumerate(rows):
        found[key_of(row, columns)].add(i if person is None else row[person])
    return found


def singled_out(rows, columns, person):
    """Who is alone with their values on the columns, in one record at least."""
    return set().union(*(who for who in persons_by(rows, columns, person).values() if len(who) == 1), set())


def at_risk(rows, columns, person, threshold=Fraction(1, 5)):
    return set().union(*(who for who in persons_by(rows, columns, person).values() if Fraction(1, len(who)) > threshold), set())


class Ancestors:
    """What a value may be printed as: itself, its ancestors, an interval or a set that holds it, or '*'."""

    def __init__(self, path=None):
        self.labels = {}
        for line in open(path) if path else ():
            fields = line.rstrip("\n").split(";")
            self.labels[fields[0]] = set(fields)

    def fits(self, value, label):
        if label in ("*", value) or label in self.labels.get(value, ()):
            return True
        if label.startswith("{"):
            return value in label[1:-1].split(", ")
        if label.startswith("["):
            low, high = label[1:-1].split(", ")
            return low <= value <= high
        return False


def placed(original, release, columns, ancestors):
    """Each released record's original with the class that it is printed in: (row, class). Boxes do not overlap, so a record
    fits one class, or none where it was suppressed."""
    classes = {key_of(row, columns) for row in release}
    by_label = [defaultdict(set) for _ in columns]  # label -> classes that print it
    for one in classes:
        for i, label in enumerate(one):
            by_label[i][label].add(one)
    known, found = {}, []
    for row in original:
        exact = key_of(row, columns)
        if exact not in known:
            fitting = classes
            for i, column in enumerate(columns):
                fitting = fitting & set().union(*(those for label, those in by_label[i].items()
                                                  if ancestors[column].fits(exact[i], label)), set())
            if len(fitting) > 1:
                raise AssertionError(f"{exact} fits {fitting}")
            known[exact] = next(iter(fitting), None)
        if known[exact] is not None:
            found.append((row, known[exact]))
    released = Counter(key_of(row, columns) for row in release)
    if Counter(one for _, one in found) != released:
        raise AssertionError("records of the original are not those of the classes")
    return found


def as_printed(found, columns):
    """The records that are released, each with its person and the printed quasi-identifiers."""
    return [dict(row, **dict(zip(columns, one))) for row, one in found]
