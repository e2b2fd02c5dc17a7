"""pycanon's functions, compared with pycanon; scikit-learn's own checks of a transformer."""
import json
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


def test_everything_of_pycanon_is_there():
    pytest.importorskip("pycanon")
    import importlib
    import inspect

    for module in ("anonymity", "metrics", "report"):
        theirs = importlib.import_module(f"pycanon.{module}")
        ours = importlib.import_module(f"scrim.compat.pycanon.{module}")
        functions = [name for name in theirs.__all__ if "pdf" not in name]
        names = {getattr(theirs, name).__name__ if hasattr(theirs, name) else name for name in functions}
        assert names <= set(ours.__all__)
        for name in names & set(dir(theirs)):
            assert list(inspect.signature(getattr(ours, name)).parameters) == list(
                inspect.signature(getattr(theirs, name)).parameters), name


@pytest.mark.parametrize("table", [0, 5], indirect=True)
@pytest.mark.parametrize("gen", [True, False])
def test_reports_as_pycanon(table, gen, capsys):
    theirs = pytest.importorskip("pycanon.report")
    from scrim.compat.pycanon import report as ours

    arguments = (table, ["a", "b"], ["s"])
    found, expected = ours.get_report_values(*arguments, gen=gen), theirs.get_report_values(*arguments, gen=gen)
    documented = (4, 7)  # c and delta
    for place, (one, other) in enumerate(zip(found, expected)):
        if place not in documented:
            assert one == pytest.approx(other, rel=1e-9), place
    assert json.loads(ours.get_json_report(*arguments)).keys() == json.loads(theirs.get_json_report(*arguments)).keys()
    ours.print_report(*arguments)
    ours_said = capsys.readouterr().out
    theirs.print_report(*arguments)
    assert [line.split("=")[0] for line in ours_said.splitlines()] == [
        line.split("=")[0] for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("table", [0, 5], indirect=True)
def test_metrics_as_pycanon(table):
    theirs = pytest.importorskip("pycanon.metrics")
    from pycanon.metrics._utility_metrics import average_ecsize

    from scrim.compat.pycanon import metrics as ours

    rest = table.iloc[:-5]
    quasi = ["a", "b"]
    assert ours.sizes_ec(table, quasi) == pytest.approx(theirs.sizes_ec(table, quasi))
    for column in ("a", "s"):
        ours_said, theirs_said = ours.stats_quasi_ident(table, column), theirs.stats_quasi_ident(table, column)
        assert ours_said == theirs_said
    for name in ("average_rir", "max_rir"):
        assert getattr(ours, name)(table, quasi) == pytest.approx(getattr(theirs, name)(table, quasi))
    assert ours.sa_entropy(table, "s") == pytest.approx(theirs.sa_entropy(table, "s"))
    assert ours.discernability_metric(table, rest, quasi) == theirs.discernability_metric(table, rest, quasi)
    assert ours.classification_metric(table, rest, quasi, ["s"]) == theirs.classification_metric(table, rest, quasi, ["s"])
    for sup in (True, False):
        assert ours.average_ecsize(table, rest, quasi, sup) == average_ecsize(table, rest, quasi, sup)


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
    from scrim import KAnonymizer

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
