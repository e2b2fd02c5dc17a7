"""pycanon's functions, compared with pycanon; scikit-learn's own checks of a transformer."""
import math

import pytest

pd = pytest.importorskip("pandas")
np = pytest.importorskip("numpy")


@pytest.fixture(params=range(6))
def table(request):
    chance = np.random.default_rng(request.param)
    size = int(chance.integers(30, 200))
    return pd.DataFrame({"a": chance.integers(0, 3, size), "b": chance.choice(["x", "y"], size),
                         "s": chance.choice(["flu", "cold", "hiv", "asthma"], size, p=[0.4, 0.3, 0.2, 0.1]),
                         "n": chance.integers(0, 4, size)})


@pytest.mark.parametrize("gen", [True, False])
@pytest.mark.parametrize("name", ["alpha_k_anonymity", "l_diversity", "entropy_l_diversity", "basic_beta_likeness",
                                  "enhanced_beta_likeness", "delta_disclosure", "t_closeness"])
def test_as_pycanon(table, name, gen):
    theirs = pytest.importorskip("pycanon.anonymity")
    from scrim.compat import pycanon as ours

    arguments = (table, ["a", "b"], ["s", "n"] if gen else ["s"])
    found, expected = getattr(ours, name)(*arguments, gen=gen), getattr(theirs, name)(*arguments, gen=gen)
    if name == "delta_disclosure" and table.groupby(["a", "b"])[arguments[2]].nunique().min().min() < 4:
        assert found == math.inf >= expected  # a class lacks a value
        return
    assert found == pytest.approx(expected, rel=1e-9)
    assert ours.k_anonymity(table, ["a", "b"]) == theirs.k_anonymity(table, ["a", "b"])


def test_recursive_keeps_to_the_paper(table):
    from scrim.compat.pycanon import recursive_c_l_diversity

    c, l = recursive_c_l_diversity(table, ["a", "b"], ["s"])
    if l < 2:
        assert math.isnan(c)
        return
    worst = 0
    for _, rows in table.groupby(["a", "b"]):
        counts = sorted(rows["s"].value_counts(), reverse=True)
        worst = max(worst, counts[0] / sum(counts[l - 1:]))
    assert c == pytest.approx(worst)


def test_as_scikit_learn_wants_it():
    checks = pytest.importorskip("sklearn.utils.estimator_checks")
    from scrim.sklearn import KAnonymizer

    said = checks.check_estimator(KAnonymizer(k=2), on_fail=None)
    failed = [(one["check_name"], str(one["exception"])) for one in said if one["status"] == "failed"]
    assert not failed, failed


@pytest.mark.parametrize("k", [2, 5, 20])
def test_at_least_k_share_a_value(k):
    pytest.importorskip("sklearn")
    from scrim.sklearn import KAnonymizer

    rows = np.random.default_rng(k).normal(size=(300, 3)).round(1)
    made = KAnonymizer(k=k).fit_transform(rows)
    assert made.shape == rows.shape
    _, counts = np.unique(made, axis=0, return_counts=True)
    assert counts.min() >= k
