"""Random questions about the clinic: the same in the API and in SQL, with the true answer."""
import random
from typing import NamedTuple

from test_data import GROUPS, PATIENTS, REGIONS


class Condition(NamedTuple):
    """The same condition in the API, in SQL, and on a patient."""
    where: object
    sql: str
    holds: object


def quoted(value):
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def range_condition(draw, column, values):
    low, high = sorted(draw.sample(values, 2))
    shape = draw.randrange(5)
    if shape == 0 and isinstance(low, int):
        return Condition([low, high], f"{column} >= {low} AND {column} <= {high}", lambda x: x is not None and low <= x <= high)
    where, parts, missing = {}, [], shape == 1
    if shape != 2:
        where["from"] = low
        parts.append(f"{column} >= {quoted(low)}")
    if shape != 3:
        where["to"] = high
        parts.append(f"NOT ({column} > {quoted(high)})")
    if missing:
        where["missing"] = True

    def holds(x):
        if x is None:
            return missing
        return ("from" not in where or x >= low) and ("to" not in where or x <= high)
    sql = " AND ".join(parts)
    return Condition(where, f"({sql} OR {column} IS NULL)" if missing else sql, holds)


def list_condition(draw, column, values, above):
    """Of values and labels of the hierarchy, with and without missing values, as they are or none of them."""
    chosen = draw.sample(values, draw.randrange(1, 4)) + draw.sample(sorted(set(above.values())), draw.randrange(2) if above else 0)
    draw.shuffle(chosen)
    listed = ", ".join(map(quoted, chosen))
    within = lambda x: x in chosen or above.get(x) in chosen
    match draw.randrange(7):
        case 0:
            return Condition(chosen[0], f"{column} = {quoted(chosen[0])}", lambda x: chosen[0] in (x, above.get(x, x)) and x is not None)
        case 1:
            return Condition([None, *map(str, chosen)], f"({column} IS NULL OR {column} IN ({listed}))", lambda x: x is None or within(x))
        case 2:
            return Condition({"not": chosen}, f"{column} NOT IN ({listed})", lambda x: x is not None and not within(x))
        case 3:
            return Condition({"not": [None, *chosen]}, f"{column} IS NOT NULL AND {column} NOT IN ({listed})",
                             lambda x: x is not None and not within(x))
        case 4:
            return Condition({"in": chosen, "missing": True}, f"({column} IN ({listed}) OR {column} IS NULL)",
                             lambda x: x is None or within(x))
        case 5:
            return Condition(draw.choice([None, {"missing": True}, [None]]), f"{column} IS NULL", lambda x: x is None)
        case _:
            return Condition({"in": chosen}, f"{column} IN ({listed})", lambda x: x is not None and within(x))


def random_questions(count):
    draw = random.Random(11)
    known = {name: sorted({patient[name] for patient in PATIENTS} - {None}) for name in ("age", "town", "visit", "disease")}
    for _ in range(count):
        conditions = {}
        for name in draw.sample(list(known), draw.randrange(1, 4)):
            if name in ("age", "visit") and draw.random() < 0.8:
                conditions[name] = range_condition(draw, name, known[name])
            else:
                conditions[name] = list_condition(draw, name, known[name], {"town": REGIONS, "disease": GROUPS}.get(name, {}))
        where = {name: condition.where for name, condition in conditions.items()}
        sql = "SELECT COUNT(*) FROM StatDB WHERE " + " AND ".join(f"({condition.sql})" for condition in conditions.values())
        yield where, sql, sum(all(own.holds(patient[name]) for name, own in conditions.items()) for patient in PATIENTS)
