"""Tables in parts: histograms, plans, evidence."""
import pickle

import pytest

import scrim

pa = pytest.importorskip("pyarrow")
POLICY = scrim.Policy(identifiers="name", quasi_identifiers=["age", "zip"], sensitive="disease", rows_are_persons=True,
                      require="k_anonymity(k=4)")


def rows(table):
    return sorted(map(str, pa.table(table).to_pylist()))


def halves(patients):
    """The frame in two parts of its own kind."""
    if hasattr(patients, "iloc"):
        return [patients.iloc[:7], patients.iloc[7:]]
    if hasattr(patients, "order"):  # DuckDB's relation
        return [patients.order("name").limit(7), patients.order("name").limit(100, offset=7)]
    return [patients[:7], patients[7:]]


def test_parts_release_what_publish_releases(patients):
    if isinstance(patients, str):
        patients = pytest.importorskip("pyarrow.csv").read_csv(patients)
    parts = halves(patients)
    counted = scrim.Histogram.merge(pickle.loads(pickle.dumps(scrim.histogram(part, POLICY))) for part in parts)
    assert counted == scrim.histogram(patients, POLICY) and counted.records == 12
    assert "name" in counted.left_out and "name" not in counted.columns
    plan = scrim.plan(counted, POLICY, algorithm="mondrian")
    plan = pickle.loads(pickle.dumps(plan))
    released = [plan.apply(part) for part in parts]
    assert all(type(made) is type(part) for made, part in zip(released, parts))
    whole = scrim.publish(patients, POLICY, algorithm="mondrian")

    def table(frame):
        return pa.table(frame) if hasattr(frame, "__arrow_c_stream__") else frame.arrow()

    together = [row for part in released for row in rows(table(part))]
    assert sorted(together) == rows(table(whole.data))
    proof = scrim.Evidence.merge(pickle.loads(pickle.dumps(scrim.evidence(part, POLICY))) for part in released)
    assert proof.judge().to_dict()["models"] == scrim.check(whole.data, POLICY).to_dict()["models"]
    applied = plan.applied(parts[0])
    assert (applied.records, applied.suppressed, applied.unknown) == (7, 0, 0)


def test_evidence_of_a_plan_counts_people():
    visits = {"who": ["a", "a", "b", "c", "c", "d"], "age": [30, 30, 31, 40, 40, 41]}
    policy = scrim.Policy(person="who", quasi_identifiers="age", require="k_anonymity(k=2)")
    plan = scrim.plan(visits, policy, algorithm="mondrian")
    found = plan.evidence(visits, policy).judge()
    assert found.ok and found.k_anonymity == 2 and found.people == 4
    assert scrim.evidence(plan.apply(visits), policy).judge().k_anonymity == 3  # records


def test_plans_are_bytes():
    table = {"age": [30, 31, 40, 41]}
    plan = scrim.plan(table, quasi_identifiers="age", require="k_anonymity(k=2)", algorithm="mondrian")
    assert scrim.Plan.from_bytes(bytes(plan)) == plan and repr(plan) == "Plan by mondrian: 4 records in 2 classes"
    for kind, whole in ((scrim.Plan, bytes(plan)), (scrim.Histogram, bytes(scrim.histogram(table, quasi_identifiers="age"))),
                        (scrim.Evidence, bytes(scrim.evidence(table, quasi_identifiers="age")))):
        for damaged in (b"", whole[:-1], whole[:20] + b"x" + whole[21:]):
            with pytest.raises(scrim.InputError):
                kind.from_bytes(damaged)


def test_what_is_refused_names_its_field():
    table = {"name": ["a", "b"], "age": [30, 31]}
    with pytest.raises(scrim.InputError, match="cannot be told of parts") as refused:
        scrim.histogram(table, quasi_identifiers="age", identifiers="name")
    assert refused.value.field == "person"
    with pytest.raises(scrim.InputError, match="a plan says which class each row goes to") as refused:
        scrim.plan(table, quasi_identifiers="age", drop="name", algorithm="rank_swap", require="k_anonymity(k=2)")
    assert refused.value.field == "algorithm"
    proof = scrim.evidence(table, quasi_identifiers="age", drop="name")
    assert proof.judge().k_anonymity == 1
    with pytest.raises(scrim.InputError) as refused:
        scrim.Evidence.from_bytes(bytes(proof)).judge()
    assert refused.value.field == "policy"
    with pytest.raises(scrim.InputError, match="at least one"):
        scrim.Histogram.merge([])


def test_a_part_may_be_empty():
    empty = pa.table({"age": pa.array([], pa.int64())})
    some = pa.table({"age": [30, 30]})
    counted = scrim.Histogram.merge([scrim.histogram(part, quasi_identifiers="age") for part in (empty, some)])
    assert counted.records == 2
    plan = scrim.plan(counted, quasi_identifiers="age", require="k_anonymity(k=2)", algorithm="mondrian",
                      progress=lambda step, done, total: None)
    assert plan.apply(empty).num_rows == 0 and plan.apply(some)["age"].to_pylist() == [30, 30]
