"""What people write in notebooks, as they write it, on every kind of frame; interrupts, progress and other threads."""
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import scrim

pa = pytest.importorskip("pyarrow")

PEOPLE = {"name": [f"p{i}" for i in range(120)], "age": [20 + i * 37 % 60 for i in range(120)],
          "zip": [f"885{i % 7}{i % 10}" for i in range(120)],
          "disease": [["flu", "cold", "asthma", "gastritis"][i * 7 % 4] for i in range(120)]}


def frame_of(kind):
    module = pytest.importorskip(kind)
    if kind == "pyarrow":
        return module.table(PEOPLE)
    return module.from_arrow(pa.table(PEOPLE)) if kind == "duckdb" else module.DataFrame(PEOPLE)


def hospital(path):
    with scrim.connect(path) as owner:
        owner.sql("""
            CREATE TABLE patient (name VARCHAR, age INTEGER, disease VARCHAR);
            INSERT INTO patient SELECT 'p' || range, 20 + range % 7, 'flu' FROM range(30);
            CREATE TABLE choice (name VARCHAR, purpose VARCHAR, recipient VARCHAR, k INTEGER);
            INSERT INTO choice SELECT name, 'treatment', 'nurse', 5 FROM patient;
            CREATE ANONYMIZATION_VIEW patient_av ON (SELECT name, age, disease FROM patient) WITH ANONYMIZATION_ID name
              ANONYMIZATION_QUASI_ID (age) ANONYMIZATION_SENSITIVE_ATTR (disease) name REFERENCES choice(k);
            GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO ana PURPOSE treatment RECIPIENT nurse;
        """)


# Line by line what a user was promised.
PROMISED = """
found = scrim.check(df, quasi_identifiers=["age", "zip"], sensitive="disease", identifiers="name")
found.k_anonymity, found.risk.prosecutor.highest, found
release = scrim.publish(df, policy, require=["k_anonymity(k=5)", "t_closeness(t=0.2)"], algorithm="cluster")
release.data
release.certificate, release.metrics, release.report;  release.save("folder");  verified = scrim.verify("folder").ok
series = scrim.Series("ward");  first = series.release(df)
db = scrim.StatDb.build(df, policy, m=3);  counted = db.count("age > 60 and disease = 'flu'")
with scrim.connect("hospital.db", grantee="ana") as c: seen = c.sql("SELECT * FROM patient_av").pl()
audited = scrim.audit(release, original=df)
persons = {**policy, "rows_are_persons": True}
plan = scrim.plan(scrim.histogram(df, persons), persons, require="k_anonymity(k=5)", algorithm="mondrian");  applied = plan.apply(df)
"""


@pytest.mark.parametrize("kind", ["pandas", "polars", "pyarrow", "duckdb"])
def test_the_code_of_a_notebook(kind, tmp_path, monkeypatch):
    pytest.importorskip("polars")
    monkeypatch.chdir(tmp_path)
    hospital("hospital.db")
    df = frame_of(kind)
    policy = scrim.Policy(quasi_identifiers=["age", "zip"], sensitive="disease", identifiers="name")
    scrim.Series("ward", {**policy, "person": "name"}, method="m_invariance", m=2).release(df)  # it is there already
    said = {"scrim": scrim, "df": df, "policy": policy}
    exec(PROMISED, said)

    found, release = said["found"], said["release"]
    assert found.k_anonymity == 1 and found.risk.prosecutor.highest == 1
    assert "scrim-report" in found._repr_html_() and "k_anonymity" in repr(found)
    data = release.data
    assert type(data) is type(df) or kind == "duckdb" and type(data).__name__ == "DuckDBPyRelation"
    again = scrim.check(data, quasi_identifiers=["age", "zip"], sensitive="disease")
    assert again.k_anonymity >= 5 and again.rows == 120 and again.t_closeness_equal <= 0.2
    assert release.certificate.algorithm.name == "cluster" and len(release.certificate.promises) == 2
    assert 0 < release.metrics.ncp < 1 and "<html" in release.report
    assert said["verified"]
    assert len(said["series"].releases) == 2 and said["first"].certificate.records.original == 120
    counted, truth = said["counted"], sum(a > 60 and d == "flu" for a, d in zip(PEOPLE["age"], PEOPLE["disease"]))
    assert isinstance(counted, scrim.Interval) and counted.lower <= truth <= counted.upper
    assert repr(counted) == f"Interval(lower={counted.lower}, upper={counted.upper})"
    assert said["seen"].columns == ["name", "age", "disease"] and len(said["seen"]) == 30
    assert said["audited"].ok


def test_an_audit_is_of_the_right_original():
    release = scrim.publish(PEOPLE, quasi_identifiers=["age", "zip"], sensitive="disease", identifiers="name",
                            require="k_anonymity(k=5)")
    other = {**PEOPLE, "age": [age + 30 for age in PEOPLE["age"]]}
    with pytest.raises(scrim.InputError, match="not one of this original") as refused:
        scrim.audit(release, original=other)
    assert refused.value.field == "original"
    with pytest.raises(scrim.InputError, match="a release says itself"):
        scrim.audit(release, scrim.Policy(quasi_identifiers="age"))


def test_everything_that_a_release_may_hold(tmp_path):
    pandas = pytest.importorskip("pandas")
    release = scrim.publish(pandas.DataFrame(PEOPLE), quasi_identifiers=["age", "zip"], sensitive="disease", identifiers="name",
                            require="k_anonymity(k=5)", weights={"age": 3}, as_="microdata", intervals="columns",
                            out=tmp_path / "out", owner=tmp_path / "mine.json", types={"zip": "category"})
    assert (tmp_path / "mine.json").exists() and scrim.verify(release).ok
    drawn = release.table("microdata")
    assert len(drawn) == 120 and drawn["age"].dtype.kind in "if"
    with pytest.raises(scrim.InputError, match="as_='microdata'") as refused:
        scrim.publish(PEOPLE, identifiers="name", quasi_identifiers="age", sensitive="disease", drop="zip", as_="rows",
                      require="k_anonymity(k=2)")
    assert refused.value.field == "as_"


def test_rows_of_views_as_numbers(tmp_path):
    hospital(tmp_path / "h.db")
    pytest.importorskip("pandas")
    with scrim.connect(tmp_path / "h.db", grantee="ana") as ana:
        text, pairs = ana.sql("SELECT * FROM patient_av"), ana.sql("SELECT * FROM patient_av", intervals="columns")
        middle = ana.sql("SELECT * FROM patient_av", intervals="midpoint").df()
        assert text.columns == ["name", "age", "disease"] and pairs.columns == ["name", "age_lo", "age_hi", "disease"]
        assert sorted(middle["age"]) == sorted((pairs.df()["age_lo"] + pairs.df()["age_hi"]) / 2)
        with pytest.raises(scrim.InputError, match="text, columns or midpoint"):
            ana.sql("SELECT * FROM patient_av", intervals="halves")


LONG = dict(quasi_identifiers=["x", "y", "z"], rows_are_persons=True, require="k_anonymity(k=3)", algorithm="cluster")


def long_table(rows=40_000):
    return pa.table({"x": [i * 7919 % rows for i in range(rows)], "y": list(range(rows)),
                     "z": [i * 104729 % rows for i in range(rows)]})


def test_ctrl_c(tmp_path, monkeypatch):
    """It is heard while work runs, the work stops, and nothing is left: no folder, no thread."""
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    table = long_table()
    before = threading.active_count(), len(os.listdir("/proc/self/task"))
    began, pressed = threading.Event(), []

    def press():
        began.wait(60)
        time.sleep(0.05)
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    for work in (lambda: scrim.publish(table, **LONG, progress=lambda *step: began.set()),
                 lambda: scrim.publish(table, **LONG, out=tmp_path / "out", progress=lambda *step: began.set())):
        began.clear()
        presser = threading.Thread(target=press)
        presser.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        presser.join()
        assert os.listdir(tmp_path) == []
    assert threading.active_count() == before[0]
    with scrim.connect() as connection:
        connection.sql("SELECT 1 AS x")
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        heard = signal.signal(signal.SIGALRM, signal.default_int_handler)
        with pytest.raises(KeyboardInterrupt):
            connection.sql("SELECT sum(hash(a.range + b.range)) FROM range(1000000) a, range(1000000) b")
        signal.signal(signal.SIGALRM, heard)
        assert connection.sql("SELECT 41 + 1 AS x").fetchall() == [(42,)]


def test_other_threads_go_on():
    """The interpreter's lock is given up: a second thread counts while the work runs."""
    table = long_table(8000)
    counted, done = [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    counting = threading.Thread(target=count)
    counting.start()
    counted[0] = 0
    release = scrim.publish(table, **LONG)
    there = counted[0]
    done.set()
    counting.join()
    assert len(release.data) == len(table) and there >= 10


def test_progress():
    steps = []
    scrim.publish(long_table(5000), **LONG, progress=lambda *step: steps.append(step))
    assert steps and all(isinstance(name, str) and done >= 0 and total >= 0 for name, done, total in steps)
    assert all(done <= total or total == 0 for _, done, total in steps)

    class Stop(Exception):
        pass

    def stop(*_):
        raise Stop

    with pytest.raises(Stop):
        scrim.publish(long_table(), **LONG, progress=stop)


@pytest.mark.parametrize("hidden", [False, True])
def test_progress_as_a_bar(capsys, monkeypatch, hidden):
    if hidden:
        monkeypatch.setitem(sys.modules, "tqdm", None)
        monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    else:
        pytest.importorskip("tqdm")
    scrim.publish(long_table(8000), **LONG, progress=True)
    said = capsys.readouterr().err
    assert ("scrim: " in said) if hidden else ("it/s" in said or "%" in said)


def test_one_thread_is_one():
    """Beside the interpreter's own, work with one thread is one more: the one that the interpreter waits for."""
    said = subprocess.run([sys.executable, "-c", textwrap.dedent("""
        import os, threading, pyarrow, scrim
        rows = 8000
        table = pyarrow.table({"x": [i * 7919 % rows for i in range(rows)], "y": list(range(rows))})
        def most(threads):
            scrim.set_threads(threads)
            seen, done = [], threading.Event()
            def look():
                while not done.wait(0.001):
                    seen.append(len(os.listdir("/proc/self/task")))
            looking = threading.Thread(target=look)
            looking.start()
            before = len(os.listdir("/proc/self/task"))
            release = scrim.publish(table, quasi_identifiers=["x", "y"], rows_are_persons=True, require="k_anonymity(k=3)",
                                    algorithm="mondrian")
            scrim.verify(release)
            done.set()
            looking.join()
            return max(seen) - before
        one = most(1)
        print(one, most(3))
    """)], capture_output=True, text=True, env=dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path)))
    assert said.returncode == 0, said.stderr
    one, three = map(int, said.stdout.split())
    assert one == 1 and three > 1


def test_nothing_else_is_imported():
    said = subprocess.run([sys.executable, "-c", textwrap.dedent("""
        import sys
        import scrim
        wanted = {"pandas", "polars", "pyarrow", "duckdb", "sklearn", "numpy", "tqdm"}
        assert not wanted & set(sys.modules), wanted & set(sys.modules)
        assert "KAnonymizer" in dir(scrim)
        scrim.check(sys.argv[1], identifiers="name", quasi_identifiers=["age", "zip"], sensitive="disease")
        assert not wanted & set(sys.modules)
        print("fine")
    """), str(__import__("conftest").EXAMPLES / "patients.csv")], capture_output=True, text=True,
                          env=dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path)))
    assert said.stdout == "fine\n", said.stderr


def test_the_transformer_is_there():
    pytest.importorskip("sklearn")
    from scrim.sklearn import KAnonymizer

    assert scrim.KAnonymizer is KAnonymizer
    with pytest.raises(AttributeError, match="no attribute 'KAnonymiser'"):
        scrim.KAnonymiser


def test_types(tmp_path):
    """mypy --strict agrees with the package, and knows a wrong keyword."""
    pytest.importorskip("mypy")
    package = os.path.dirname(os.path.realpath(scrim._verbs.__file__))
    (tmp_path / "sample.py").write_text(textwrap.dedent("""
        import scrim
        found = scrim.check("x.csv", quasi_identifiers=["age"], sensitive="disease", risk_threshold="1/5")
        fine: bool = found.ok
        count: scrim.Interval = scrim.StatDb.build("x.csv", m=2).count("age > 3")
        reveal_type(scrim.publish("x.csv").report)
        reveal_type(scrim.KAnonymizer(k=3))
        scrim.check("x.csv", quasi_identifier="age")
    """))
    environment = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "PYTHONPATH")}
    done = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "--config-file",
                           os.path.join(package, "..", "..", "pyproject.toml"), package, str(tmp_path / "sample.py")],
                          capture_output=True, text=True, env=environment, cwd=os.path.dirname(os.path.dirname(package)))
    said = done.stdout
    assert said.count("error:") == 1 and 'did you mean "quasi_identifiers"?' in said, said + done.stderr
    assert 'Revealed type is "str"' in said.replace("builtins.", "") and "scrim.sklearn.KAnonymizer" in said, said
