"""Reports: what the library says, as values, as text and as pages."""

from __future__ import annotations

import html
import json
from typing import Any, Iterator


def _plain(value: Any) -> Any:
    """A measured number as a number, anything else as it is."""
    if not isinstance(value, dict) or "value" not in value or isinstance(value["value"], (str, dict, list)):
        return value
    return float("inf") if value["value"] is None else value["value"]


class Node:
    """An object of a report: its keys are attributes, and items.

    >>> Node({"risk": {"highest": {"value": 0.5, "exact": "1/2"}}}).risk.highest
    0.5
    """

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            known = ", ".join(sorted(self._values))
            raise AttributeError(f"there is no '{name}' here; there is {known}") from None

    def __getitem__(self, name: str) -> Any:
        value = _plain(self._values[name])
        return Node(value) if isinstance(value, dict) else value

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and self._values == other._values

    def __repr__(self) -> str:
        return repr(self._values)

    def to_dict(self) -> dict[str, Any]:
        """All of it, exact numbers included, as the command line's --json."""
        return self._values


_style = """<style>.scrim-report{font-family:ui-monospace,monospace;font-size:.85em;line-height:1.35;white-space:pre;
overflow-x:auto;border-left:3px solid #4a7;padding:.4em 1em}.scrim-report.fails{border-color:#c33}</style>"""


class Report(Node):
    """A whole report. Printed it is the text of the command line; in a notebook a page, where there is one."""

    def __init__(self, reply: tuple[str, str, str]) -> None:
        document, self._text, self._html = reply
        super().__init__(json.loads(document))

    @property
    def text(self) -> str:
        return self._text

    @property
    def html(self) -> str:
        """A page that loads nothing, or "" where this report has none."""
        return self._html

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text or super().__repr__()

    def _repr_html_(self) -> str:
        if self._html:
            return (f'<iframe sandbox style="width:100%;height:36em;border:1px solid #8884" '
                    f'srcdoc="{html.escape(self._html)}"></iframe>')
        fails = " fails" if self._values.get("holds") is False else ""
        return f'{_style}<div class="scrim-report{fails}">{html.escape(self._text)}</div>'


class CheckReport(Report):
    """How safe a table is. Each model is an attribute: the level that the table reaches.

    >>> import scrim
    >>> found = scrim.check({"age": [30, 30, 41, 41], "disease": ["flu", "cold", "flu", "flu"]},
    ...                     quasi_identifiers="age", sensitive="disease")
    >>> found.k_anonymity, found.l_diversity_distinct, found.risk.prosecutor.highest
    (2, 1, 0.5)
    """

    @property
    def holds(self) -> bool:
        """Whether every required model does."""
        return bool(self._values["holds"])

    ok = holds

    @property
    def risk(self) -> Node:
        return Node(self._values["risks"])

    def __getattr__(self, name: str) -> Any:
        models = self.__dict__.get("_values", {}).get("models", {})
        if name not in models:
            return super().__getattr__(name)
        reached = {key: _plain(level) for key, level in models[name]["reached"].items()}
        return next(iter(reached.values())) if len(reached) == 1 else Node(reached)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self._values.get("models", {})]


class VerifyReport(Report):
    @property
    def holds(self) -> bool:
        """Whether no claim fails."""
        return bool(self._values["holds"])

    ok = holds


class AuditReport(Report):
    @property
    def holds(self) -> bool:
        """Whether every bound that the release implies does."""
        return bool(self._values["holds"])

    ok = holds
