"""Answers with noise from Python: amounts as text, numbers and fractions; one ledger for all."""
from decimal import Decimal
from fractions import Fraction

import pytest

import scrim

BOUNDS = {"lowest": 0, "highest": 100}
COUNT = "SELECT COUNT(*) FROM StatDB"


@pytest.fixture
def db(tmp_path):
    visits = {"who": [i // 2 for i in range(200)], "age": [20 + i % 50 for i in range(200)], "cost": [i % 100 for i in range(200)]}
    made = scrim.StatDb.build(visits, identifiers="who", person="who", quasi_identifiers="age", sensitive="cost", frameworks="dp",
                              contributions=2, out=tmp_path / "visits.statdb")
    made.ledger.grant("ana", epsilon=Fraction(100))
    return made


def test_amounts_are_exact(db):
    answers = [db.noisy(COUNT, recipient="ana", epsilon=amount) for amount in ("1/4", 0.25, Decimal("0.25"), Fraction(1, 4))]
    assert len({answer.estimate for answer in answers}) == 1
    assert [answer.cost for answer in answers] == [Fraction(1, 4), 0, 0, 0]
    assert answers[-1].left == db.ledger.left("ana") == Fraction(399, 4)
    assert "at most 2 records of each person" in answers[0].to_dict()["notes"][0]


def test_estimates_and_intervals(db):
    count = db.noisy(COUNT, recipient="ana", epsilon=20)
    assert abs(count.estimate - 200) <= 10  # but for a chance of e^-100
    mean = db.noisy("SELECT AVG(cost) FROM StatDB", recipient="ana", epsilon=20, **BOUNDS)
    assert mean.estimate in mean.interval
    groups = db.noisy("SELECT age, COUNT(*) FROM StatDB GROUP BY age", recipient="ana", epsilon=20)
    assert len(groups.to_dict()["rows"]) == 50
    with pytest.raises(ValueError, match="several numbers"):
        groups.estimate


def test_what_is_refused(db):
    spent = db.ledger.show().to_dict()
    for keywords, words in [({"epsilon": 200}, "nothing was computed"), ({"epsilon": 0}, "> 0"), ({"epsilon": "much"}, "> 0"), ({}, "epsilon="),
                            ({"epsilon": 1, "rho": 1}, "epsilon="), ({"epsilon": 1, "recipient": "ben"}, "nothing was granted"),
                            ({"epsilon": 1, "confidence": 1}, "confidence="), ({"epsilon": 1, "lowest": 0}, "none is asked for")]:
        with pytest.raises(scrim.InputError, match=words):
            db.noisy(COUNT, **{"recipient": "ana"} | keywords)
    with pytest.raises(scrim.InputError, match="needs bounds"):
        db.price("SELECT MEDIAN(cost) FROM StatDB", recipient="ana", epsilon=1)
    with pytest.raises(scrim.InputError, match="delta="):
        db.ledger.grant("ben", epsilon=1, delta=0.5)
    assert db.ledger.show().to_dict() == spent
    db.ledger.close("ana")
    assert db.ledger.left("ana") == 0
    with pytest.raises(scrim.InputError, match="is closed"):
        db.noisy(COUNT, recipient="ana", epsilon=1)


def test_a_ledger_that_is_missing(db, tmp_path):
    (tmp_path / "visits.statdb.ledger").unlink()
    with pytest.raises(scrim.InputError, match="is missing"):
        db.noisy(COUNT, recipient="ana", epsilon=1)
    with pytest.raises(scrim.InputError, match="is missing"):
        scrim.Ledger(db.path)
