"""SQL with anonymization views."""

from __future__ import annotations

import os
from typing import Any, Optional, Union

from . import _scrim
from ._calls import Progress, shown
from ._frames import _to_pandas, _to_polars, _to_pyarrow


class Rows:
    """What a statement gave: its rows as a frame of any kind."""

    def __init__(self, frame: _scrim.Frame) -> None:
        self._frame = frame

    @property
    def columns(self) -> list[str]:
        return self._frame.columns

    def __len__(self) -> int:
        return len(self._frame)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._frame.__arrow_c_stream__(requested_schema)

    def arrow(self) -> Any:
        """A table of pyarrow."""
        return _to_pyarrow(self._frame)

    def df(self) -> Any:
        """A frame of pandas."""
        return _to_pandas(self._frame)

    def pl(self) -> Any:
        """A frame of polars."""
        return _to_polars(self._frame)

    def fetchall(self) -> list[tuple[Any, ...]]:
        return [tuple(row.values()) for row in self.arrow().to_pylist()]

    def __repr__(self) -> str:
        return f"{len(self)} rows of {', '.join(self.columns)}"


class Connection:
    """A session: the owner's, who sees everything, or a grantee's, who sees what was granted to them.

    >>> import scrim
    >>> with scrim.connect() as connection:
    ...     connection.sql("CREATE TABLE t (age INTEGER); INSERT INTO t VALUES (30), (31)")
    ...     connection.sql("SELECT age FROM t ORDER BY age").fetchall()
    '2 rows changed'
    [(30,), (31,)]
    """

    def __init__(self, path: str, grantee: str) -> None:
        self._session = _scrim.Connection(path, grantee)

    def sql(self, text: str, *, intervals: str = "text", progress: Progress = None) -> Union[Rows, str]:
        """All statements of a text: the last one's rows, or what it did.

        `intervals`: generalized numbers as "text", as two "columns" of numbers (age_lo, age_hi), or as "midpoint".
        `progress` is told which statement runs, and how many rows it gave so far.
        """
        with shown(progress) as told:
            frame, message = self._session.run(text, intervals, told)
        return message if frame is None else Rows(frame)

    def close(self) -> None:
        self._session.close()

    @property
    def closed(self) -> bool:
        return self._session.closed

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def connect(path: Union[str, "os.PathLike[str]"] = "", *, grantee: Optional[str] = None) -> Connection:
    """Opens a database file with anonymization views, or one that is gone afterwards.

    With `grantee` the session is that of an analyst. It guards sessions, not the file: whoever can read the file can read
    the data.
    """
    return Connection(os.fspath(path), grantee or "")
