"""Every verb, on every kind of table."""
import json
import os
import subprocess

import pytest

import scrim

POLICY = {"columns": {"name": "identifier", "age": "quasi_identifier", "zip": "quasi_identifier", "disease": "sensitive"}}


def rows(data):
    """A frame of any kind as sorted rows of texts."""
    import pyarrow

    if hasattr(data, "to_arrow_table"):
        data = data.to_arrow_table()
    elif type(data).__module__.startswith("pandas"):
        data = pyarrow.Table.from_pandas(data, preserve_index=False)
    table = pyarrow.table(data)
    return sorted(tuple(str(cell) for cell in row.values()) for row in table.to_pylist())


def test_check(patients):
    found = scrim.check(patients, POLICY, require="k_anonymity(k=2)")
    assert not found.ok and not found.holds
    assert found.k_anonymity == 1
    assert found.risk.prosecutor.highest == 1
    assert found["rows"] == found.rows == 12
    assert "k_anonymity" in str(found) and "scrim-report" in found._repr_html_()
    assert "k_anonymity" in dir(found)
    with pytest.raises(AttributeError, match="there is no 'nothing' here"):
        found.nothing


def test_check_by_keywords(patients):
    by_policy = scrim.check(patients, POLICY).to_dict()
    by_keywords = scrim.check(patients, identifiers="name", quasi_identifiers=["age", "zip"], sensitive="disease").to_dict()
    assert by_policy == by_keywords


def test_check_says_what_the_command_line_says(examples):
    binary = os.environ.get("SCRIM_BINARY")
    if not binary:
        pytest.skip("no command line to compare with")
    policy = str(examples / "policy.yaml")
    said = subprocess.run([binary, "check", "examples/patients.csv", "--policy", policy, "--json"], capture_output=True,
                          env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"})
    assert json.loads(said.stdout) == scrim.check("examples/patients.csv", policy).to_dict()


def test_publish(patients):
    release = scrim.publish(patients, POLICY, require=["k_anonymity(k=2)", "l_diversity_distinct(l=2)"], algorithm="mondrian")
    if not isinstance(patients, str):
        assert type(release.data) is type(patients) or type(patients).__name__ == "DuckDBPyRelation"
    released = rows(release.data)
    assert len(released) == 12
    assert scrim.verify(release).ok
    assert scrim.verify(release, original=patients, policy=POLICY | {"require": ["k_anonymity(k=2)"]}).ok
    assert scrim.check(release.data, {"columns": {c: POLICY["columns"][c] for c in ("age", "zip", "disease")}}).k_anonymity >= 2
    assert release.metrics.ncp > 0
    assert release.certificate.algorithm
    assert "<html" in release.report and "iframe" in release._repr_html_()


def test_a_release_in_memory_is_that_of_the_file(examples):
    import pyarrow.csv

    table = pyarrow.csv.read_csv(examples / "patients.csv")
    same = dict(require="k_anonymity(k=2)", algorithm="mondrian")
    assert rows(scrim.publish(table, POLICY, **same).data) == rows(scrim.publish("examples/patients.csv", POLICY, **same).data)


def test_a_release_is_saved_and_opened(examples, tmp_path):
    release = scrim.publish("examples/patients.csv", POLICY, require="k_anonymity(k=2)", algorithm="mondrian")
    folder = release.folder
    saved = release.save("out")
    assert scrim.verify("out").ok and os.path.exists("out.owner.json")
    assert oct(os.stat("out.owner.json").st_mode & 0o777) == "0o600"
    assert rows(scrim.Release.open("out").data) == rows(saved.data)
    with pytest.raises(scrim.InputError, match="is there already"):
        release.save("out")
    del release
    assert not os.path.exists(folder)


def test_nothing_is_left_behind_by_a_refusal(examples, tmp_path, monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = set(os.listdir(tmp_path))
    with pytest.raises(scrim.InputError):
        scrim.publish("examples/patients.csv", POLICY, require="k_anonymity(k=100)")
    assert set(os.listdir(tmp_path)) == before


def test_a_damaged_release_is_not_confirmed(examples):
    release = scrim.publish("examples/patients.csv", POLICY, require="k_anonymity(k=2)", algorithm="mondrian", out="r",
                            format="csv")
    with open("r/data.csv", "a") as file:
        file.write("1,2,flu\n")
    assert not scrim.verify(release).ok


def test_explore(patients):
    found = scrim.explore(patients, POLICY, require="k_anonymity(k=2)")
    assert {"mondrian", "cluster"} <= {trial["algorithm"].split("(")[0] for trial in found.to_dict()["trials"]}


def test_query(patients):
    release = scrim.publish(patients, POLICY, require="k_anonymity(k=2)", algorithm="mondrian")
    answer = scrim.query(release, "SELECT COUNT(*) FROM release WHERE disease = 'flu'")
    assert answer.to_dict()["answers"]


def test_audit(patients):
    release = scrim.publish(patients, POLICY, require="k_anonymity(k=2)", algorithm="mondrian")
    audit = scrim.audit(release)
    assert audit.ok and "<html" in audit.html and "iframe" in audit._repr_html_()
    bare = scrim.audit(patients, POLICY)
    assert bare.to_dict()["beliefs"]


def test_audit_views(examples):
    audit = scrim.audit_views("examples/hospital.audit")
    assert "guarantees" in audit


def test_series(examples):
    ward = scrim.Series("ward", "examples/ward.yaml", method="m_invariance", m=2)
    with pytest.raises(scrim.InputError, match="no series"):
        ward.releases
    first = ward.release("examples/ward_q1.csv")
    assert ward.preview("examples/ward_q2.csv")["release"]["number"] == 2
    ward.release("examples/ward_q2.csv")
    assert len(ward.releases) == 2 and ward.verify().ok
    assert ward.audit().ok
    assert len(rows(first.data)) == first.said["release"]["records"]


def test_statdb(patients):
    db = scrim.StatDb.build(patients, POLICY, m=2)
    everybody = db.count()
    assert everybody == (12, 12) and everybody.width == 0 and everybody.midpoint == 12
    assert db.count("age >= 0 AND disease = 'flu'").lower <= db.count("disease = 'flu'").upper
    assert db.info.to_dict()["m"] == 2
    assert "rows" in db.ask("SELECT COUNT(*) FROM StatDB GROUP BY age")
    path = db.path
    del db
    assert not os.path.exists(path)


def test_lists():
    assert any(model["name"] == "k_anonymity" for model in scrim.models().to_dict()["models"])
    assert "ncp" in str(scrim.metrics()) and "mondrian" in str(scrim.algorithms())


def test_version():
    assert scrim.__version__.count(".") == 2


def test_intervals_as_numbers(examples):
    release = scrim.publish("examples/patients.csv", POLICY, require="k_anonymity(k=4)", algorithm="mondrian")
    pandas = pytest.importorskip("pandas")
    columns = release.table(intervals="columns")
    assert {"age_lo", "age_hi", "zip_lo", "zip_hi", "disease"} == set(columns.columns)
    assert (columns["age_lo"] <= columns["age_hi"]).all() and columns["age_lo"].dtype.kind in "if"
    middle = release.table(intervals="midpoint")
    assert ((columns["age_lo"] + columns["age_hi"]) / 2 == middle["age"]).all()
    pairs = release.table(intervals="interval")
    assert isinstance(pairs["age"].iloc[0], pandas.Interval) and pairs["age"].iloc[0].closed == "both"
    with pytest.raises(scrim.InputError, match="text, columns or midpoint") as refused:
        release.table(intervals="halves")
    assert refused.value.field == "intervals"
