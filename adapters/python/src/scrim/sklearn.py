"""A transformer for scikit-learn: numbers that at least k rows share.

    from scrim.sklearn import KAnonymizer

    pipeline = make_pipeline(KAnonymizer(k=10), LogisticRegression())
"""

from __future__ import annotations

from typing import Any, Dict, List, Tuple

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from . import _scrim
from ._errors import InputError
from ._verbs import publish


class KAnonymizer(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc,unused-ignore]
    """Cuts the space of all columns into boxes that hold at least `k` of the rows fitted (Mondrian), and replaces each
    row by the middle of its box: every row that was fitted comes out as at least k of them do. New rows go to the nearest
    box; they are not protected by it, for they may be fewer.

    Parameters
    ----------
    k : int, default=5
        Rows that at least share a value.

    Attributes
    ----------
    boxes_ : array of shape (n_boxes, n_features, 2)
        The least and the largest value of each column in each box.
    centers_ : array of shape (n_boxes, n_features)
        What the rows of a box become: its middle.

    >>> import numpy as np
    >>> rows = np.array([[1.0], [2.0], [10.0], [12.0]])
    >>> KAnonymizer(k=2).fit_transform(rows).ravel()
    array([ 1.5,  1.5, 11. , 11. ])
    """

    def __init__(self, k: int = 5) -> None:
        self.k = k

    def fit(self, X: Any, y: Any = None) -> KAnonymizer:
        X = validate_data(self, X, dtype=np.float64, ensure_min_samples=2)
        if not isinstance(self.k, (int, np.integer)) or self.k < 1:
            raise InputError(f"k is {self.k!r}: a whole number, 1 or more, is accepted", "k")
        if self.k > len(X):
            raise InputError(f"k is {self.k}, and there are only {len(X)} rows", "k")
        # Ranks stand for values, so that numbers of any size are cut exactly.
        names, values, columns = [], [], {}
        for place in range(X.shape[1]):
            different, rank = np.unique(X[:, place], return_inverse=True)
            names.append(f"c{place}")
            values.append(different)
            columns[names[-1]] = rank.astype(np.int64)
        released = _ranks_released(columns, names, int(self.k))
        self.boxes_ = np.stack([np.stack([values[c][released[c][:, 0]], values[c][released[c][:, 1]]], axis=1)
                                for c in range(len(names))], axis=1)
        self.centers_ = self.boxes_.mean(axis=2)
        return self

    def transform(self, X: Any) -> Any:
        check_is_fitted(self)
        X = validate_data(self, X, dtype=np.float64, reset=False)
        return self.centers_[self._box_of(X)]

    def _box_of(self, X: Any) -> Any:
        low, high = self.boxes_[:, :, 0], self.boxes_[:, :, 1]
        width = np.maximum(high.max(axis=0) - low.min(axis=0), np.finfo(float).tiny)
        found: Any = np.empty(len(X), dtype=np.int64)
        block = max(1, 4_000_000 // max(1, low.size))
        for begin in range(0, len(X), block):
            rows = X[begin:begin + block, None, :]
            outside = np.maximum(low - rows, 0) + np.maximum(rows - high, 0)
            found[begin:begin + block] = (outside / width).sum(axis=2).argmin(axis=1)
        return found

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64"]
        return tags


def _ranks_released(columns: Dict[str, Any], names: List[str], k: int) -> List[Any]:
    """For each column the least and the largest rank of every box."""
    import pyarrow

    release = publish(pyarrow.table(columns), quasi_identifiers=names, require=f"k_anonymity(k={k})",
                      algorithm="mondrian", rows_are_persons=True)
    table = release.data
    boxes = table.group_by(names).aggregate([])
    most = {name: int(columns[name].max()) for name in names}
    return [np.array([_ends(str(label), most[name]) for label in boxes[name].to_pylist()], dtype=np.int64) for name in names]


def _ends(label: str, most: int) -> Tuple[int, int]:
    """The least and the largest rank that a printed interval holds."""
    if label == "*":
        return 0, most
    if label[0] not in "[(":
        return int(float(label)), int(float(label))
    low, high = label[1:-1].split(",")
    return int(low) + (label[0] == "("), int(high) - (label[-1] == ")")
