"""Answers with noise, and the ledger of budgets that pays for them."""

from __future__ import annotations

import os
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from ._calls import Progress, call
from ._frames import Tables
from ._reports import Report

if TYPE_CHECKING:
    from ._statdb import Interval

Path = Union[str, "os.PathLike[str]"]
# Text and fractions are exact; a float is what it is written as: 0.1 is one tenth.
Amount = Union[str, int, float, Decimal, Fraction, None]


def amount(value: Amount) -> Optional[str]:
    return None if value is None else str(value)


class Noisy(Report):
    """Estimates with intervals that hold the truth with the stated confidence."""

    @property
    def estimate(self) -> float:
        """Of a question for one number."""
        return self._only()["estimate"]["value"]  # type: ignore[no-any-return]

    @property
    def interval(self) -> Interval:
        """Of a question for one number: the truth is in it with the stated confidence."""
        from ._statdb import interval_of

        return interval_of(self._only())

    @property
    def cost(self) -> Fraction:
        """What it cost; 0 where it was asked before."""
        return Fraction(self.to_dict()["price"]["cost"])

    @property
    def left(self) -> Fraction:
        """What is left of the budget after it."""
        return Fraction(self.to_dict()["price"]["left"])

    def _only(self) -> Dict[str, Any]:
        rows = self.to_dict()["rows"]
        if len(rows) != 1 or len(rows[0]["values"]) != 1:
            raise ValueError("the answer has several numbers: take them from to_dict()['rows']")
        return rows[0]["values"][0]  # type: ignore[no-any-return]


class Ledger:
    """Who may spend how much on answers of a statistical database with noise, and what was spent.

    It is a file beside the database, on the disk before any answer is returned. Budgets are granted, and grow; what was spent
    never comes back.
    """

    def __init__(self, database: Path) -> None:
        self.database = os.fspath(database)
        self.accounts  # a ledger that is missing or damaged is found now

    def grant(self, recipient: str, *, epsilon: Amount = None, delta: Amount = None, rho: Amount = None) -> Report:
        """Gives somebody a budget, or more of it: epsilon, epsilon and delta, or rho."""
        return Report(call("ledger_grant", Tables(), None, file=self.database, recipient=recipient, epsilon=amount(epsilon),
                           delta=amount(delta), rho=amount(rho)))

    def close(self, recipient: str) -> Report:
        """Nothing is answered for the recipient any more, ever."""
        return Report(call("ledger_close", Tables(), None, file=self.database, recipient=recipient))

    @property
    def accounts(self) -> List[Dict[str, Any]]:
        accounts: List[Dict[str, Any]] = self.show().to_dict()["accounts"]
        return accounts

    def left(self, recipient: str) -> Fraction:
        """What a recipient may still spend; 0 for whom nothing was granted."""
        for account in self.accounts:
            if account["recipient"] == recipient and not account["closed"]:
                return Fraction(account["left"] or 0)
        return Fraction(0)

    def show(self) -> Report:
        return Report(call("ledger_show", Tables(), None, file=self.database))

    def __repr__(self) -> str:
        return str(self.show())


def ask_with_noise(file: str, sql: str, fields: Dict[str, Any], progress: Progress) -> Noisy:
    return Noisy(call("noisy_ask", Tables(), progress, file=file, sql=sql, **fields))


def price_of(file: str, sql: str, fields: Dict[str, Any]) -> Report:
    return Report(call("noisy_price", Tables(), None, file=file, sql=sql, **fields))
