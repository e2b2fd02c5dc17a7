"""Whatever a table, a policy or a caller does: an exception that names what is wrong, in one line, and never a crash."""
import datetime
import decimal
import gc
import os
import subprocess
import sys
import textwrap
import threading

import pytest

import scrim

pa = pytest.importorskip("pyarrow")
pd = pytest.importorskip("pandas")
pl = pytest.importorskip("polars")
np = pytest.importorskip("numpy")

DAY = datetime.date(2020, 2, 29)
NOON = datetime.datetime(2020, 2, 29, 12)


def k_of(table, *columns, **more):
    return scrim.check(table, quasi_identifiers=list(columns), rows_are_persons=True, **more).k_anonymity


def pandas(values, **more):
    return pd.DataFrame({"x": pd.Series(values, **more)})


def polars(values, kind=None):
    return pl.DataFrame({"x": pl.Series(values, dtype=kind)})


def arrow(values, kind=None):
    return pa.table({"x": pa.array(values, kind)})


# Each with what is said of it; all of the argument data, and of the column x.
REFUSED = {
    "mixed": (lambda: pandas([1, "a"]), "values of several types, int and str"),
    "mixed without a number": (lambda: pandas(["a", b"b"]), "holds bytes"),
    "mixed in a category": (lambda: pandas(pd.Categorical(["a", 1, "a"])), "several types"),
    "mixed in a list": (lambda: {"x": [1, "a"]}, "several types, int and str"),
    "objects": (lambda: pandas([object(), object()]), "values of the type object"),
    "complex numbers": (lambda: pandas([1j, 2]), "values of the type complex"),
    "nested lists of pandas": (lambda: pandas([[[1]], [[2]]]), "holds lists of lists"),
    "nested lists of polars": (lambda: polars([[[1]], [[2]]]), "holds lists of lists"),
    "lists of lists": (lambda: arrow([[[1]], [[2]]]), "holds lists of lists"),
    "lists of structs": (lambda: arrow([[{"a": 1}]]), "holds lists of structs"),
    "lists of bytes": (lambda: arrow([[b"a"]]), "holds bytes"),
    "lists of several types": (lambda: pandas([[1], ["a"]]), "values of the type list"),
    "arrays of arrays of polars": (lambda: polars([[[1, 2]]], pl.Array(pl.Array(pl.Int64, 2), 1)), "holds lists of lists"),
    "structs": (lambda: polars([{"a": 1}]), "holds structs"),
    "maps": (lambda: arrow([[("a", 1)]], pa.map_(pa.string(), pa.int8())), "holds maps"),
    "bytes": (lambda: pandas([b"a"]), "holds bytes"),
    "objects of polars": (lambda: polars([object()], pl.Object), "holds bytes"),
    "durations of pandas": (lambda: pandas(pd.to_timedelta([1, 2])), "holds durations"),
    "durations of polars": (lambda: polars([datetime.timedelta(1)]), "holds durations"),
    "run ends": (lambda: pa.table({"x": pa.RunEndEncodedArray.from_arrays([2], ["a"])}), "run-end encoded"),
    "large numbers of polars": (lambda: polars([1, 2], pl.Int128), "unknown Arrow type"),
    "a dictionary of lists": (lambda: pa.table({"x": pa.DictionaryArray.from_arrays(pa.array([0]), pa.array([[1]]))}),
                              "a dictionary of lists"),
    "text that is none": (lambda: pandas(["\ud800"], dtype=object), "not UTF-8"),
}
# In the column x, found where its values are read.
UNREADABLE = {
    "infinity of pandas": (lambda: pandas([1.0, float("inf")]), "'inf' among its numbers"),
    "infinity of polars": (lambda: polars([1.0, float("-inf")]), "'-inf' among its numbers"),
    "NaN of polars": (lambda: polars([1.0, float("nan")]), "'nan' among its numbers"),
    "NaN of pyarrow": (lambda: arrow([1.0, float("nan")]), "'nan' among its numbers"),
    "NaN of a list": (lambda: {"x": [1.0, float("nan")]}, "'nan' among its numbers"),
    "nanoseconds of pandas": (lambda: pandas(pd.to_datetime([1, 2])), "no whole number of microseconds"),
    "nanoseconds of polars": (lambda: polars([1, 2]).select(pl.col("x").cast(pl.Datetime("ns"))), "microseconds"),
    "a year that is none": (lambda: arrow([2**62], pa.timestamp("s")), "x"),
}
# Whole tables that cannot be.
NO_TABLES = {
    "two names": (lambda: pd.DataFrame([[1, 2]], columns=["x", "x"]), "two columns are called 'x'"),
    "two names of pyarrow": (lambda: pa.Table.from_arrays([pa.array([1])] * 2, names=["x", "x"]), "'x'"),
    "a number and its text": (lambda: pd.DataFrame([[1, 2]], columns=[0, "0"]), "two columns are called '0'"),
    "no columns of pandas": (pd.DataFrame, "no columns"),
    "no columns of polars": (pl.DataFrame, "no columns"),
    "no columns of pyarrow": (lambda: pa.table({}), "no columns"),
    "rows without columns": (lambda: pd.DataFrame(index=range(3)), "no columns"),
    "an empty dictionary": (dict, "data is a dict"),
    "columns of several lengths": (lambda: {"x": [1], "y": [1, 2]}, "column 'y' has 2 values and column 'x' 1"),
    "a name that is no text": (lambda: pd.DataFrame([[1]], columns=pd.Index(["\ud800"], dtype=object)), "the name of column 1"),
    "an array": (lambda: np.array([[1]]), "data is a ndarray"),
    "one column of pyarrow": (lambda: pa.chunked_array([[1]]), "a table is expected"),
    "a list": (lambda: [{"x": 1}], "data is a list"),
    "a number": (lambda: 42, "data is a int"),
    "nothing": (lambda: None, "data= is missing"),
}


def refusal(work):
    with pytest.raises(scrim.InputError) as refused:
        work()
    assert "\n" not in str(refused.value)
    return refused.value


@pytest.mark.parametrize("name", REFUSED)
def test_columns_that_are_refused(name):
    make, said = REFUSED[name]
    error = refusal(lambda: k_of(make(), "x"))
    assert "column 'x'" in str(error) and said in str(error)
    assert error.field == "data"
    error = refusal(lambda: k_of({"x": [1]}, "x", original=make()))
    assert error.field == "original"


@pytest.mark.parametrize("name", UNREADABLE)
def test_values_that_are_refused(name):
    make, said = UNREADABLE[name]
    error = refusal(lambda: k_of(make(), "x"))
    assert "'x'" in str(error) and said in str(error)


@pytest.mark.parametrize("name", NO_TABLES)
def test_tables_that_are_refused(name):
    make, said = NO_TABLES[name]
    error = refusal(lambda: k_of(make(), "x"))
    assert said in str(error)
    assert error.field == "data"


@pytest.mark.parametrize("make", [
    lambda: polars([], pl.Int64), lambda: pandas([], dtype="int64"), lambda: arrow([], pa.string()),
    lambda: pandas([], dtype=object),
])
def test_no_rows(make):
    assert "no rows" in str(refusal(lambda: k_of(make(), "x")))


# What is taken, and what it is: k of two equal values and another.
@pytest.mark.parametrize("table", [
    pandas(pd.Categorical(["a", "b", "a"])), pandas(pd.Categorical([3, 1, 3])), polars(["a", "b", "a"], pl.Categorical),
    polars(["a", "b", "a"], pl.Enum(["b", "a"])),
    pandas(pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-01"])), polars([NOON, None, NOON], pl.Datetime("ns")),
    pandas(pd.to_datetime(["2020-01-01", "2020-01-02", "2020-01-01"]).tz_localize("Europe/Lisbon")),
    pandas([decimal.Decimal("1.50"), decimal.Decimal("2"), decimal.Decimal("1.5")]),
    arrow([decimal.Decimal("1.5"), 2, decimal.Decimal("1.5")], pa.decimal256(60, 2)),
    pandas(pd.array([1, None, 1], dtype="Int64")), pandas([1.0, None, 1.0]), pandas([True, None, True]),
    pandas(pd.arrays.SparseArray([1, 0, 1])), pandas(pd.PeriodIndex(["2020-01", "2020-02", "2020-01"], freq="M")),
    pandas(pd.arrays.IntervalArray.from_tuples([(0, 1), (1, 2), (0, 1)])),
    pandas([pd.Interval(0, 1), pd.Interval(1, 2), pd.Interval(0, 1)], dtype=object),
    pandas([DAY, None, DAY]), polars([datetime.time(1, 2), None, datetime.time(1, 2)]),
    arrow(["a", "b", "a"], pa.string_view()), arrow(np.array([1, 2, 1], dtype=np.float16)),
    pl.LazyFrame({"x": [1, 2, 1]}), pa.record_batch({"x": [1, 2, 1]}), pd.DataFrame({0: [1, 2, 1]}).rename(columns=str),
], ids=repr)
def test_taken(table):
    column = "0" if isinstance(table, pd.DataFrame) and "0" in table.columns else "x"
    assert k_of(table, column) == 1
    assert scrim.check(table, quasi_identifiers=column, rows_are_persons=True).classes == 2


def test_periods_and_intervals_are_released_as_they_print():
    table = pd.DataFrame({"p": pd.PeriodIndex(["2020-01"] * 2, freq="M"), "i": pd.interval_range(0, 1).repeat(2)})
    release = scrim.publish(table, quasi_identifiers=["p", "i"], rows_are_persons=True, require="k_anonymity(k=2)")
    assert release.data.iloc[0].to_list() == ["2020-01", "(0, 1]"]


def test_policies():
    table = {"age": [1, 1], "s": ["a", "b"]}
    error = refusal(lambda: scrim.check(table, scrim.Policy(quasi_identifiers=["age", "agee"], sensitive="s")))
    assert "no column 'agee'" in str(error) and "'age'" in str(error)
    assert "colums" in str(refusal(lambda: scrim.check(table, {"colums": {}})))
    for typo in ("identifiers", "insensitive", "drop"):
        assert "no column 'nmae'" in str(refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="s", **{typo: "nmae"})))
    assert scrim.check(table, scrim.Policy(identifiers="gone", quasi_identifiers="age", sensitive="s")).rows == 2
    assert refusal(lambda: scrim.check(table, 3)).field == "policy"
    assert refusal(lambda: scrim.check(table, quasi_identifiers=3)).field == "quasi_identifiers"
    assert refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="s", require=3)).field == "require"
    error = refusal(lambda: scrim.check(table, quasi_identifiers="age"))
    assert "quasi_identifiers=" in str(error) and "qi=" not in str(error) and error.field == "identifiers"
    assert refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="age")).field == "sensitive"
    assert refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="s", types=["age"])).field == "types"
    assert "k_anonimity" in str(refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="s",
                                                            require="k_anonimity(k=2)")))
    with pytest.raises(TypeError, match="did you mean quasi_identifiers="):
        scrim.check(table, quasi_identifier="age")
    circle = {"columns": {}}
    circle["columns"]["age"] = circle
    refusal(lambda: scrim.check(table, circle))
    assert refusal(lambda: scrim.check(table, quasi_identifiers="age", sensitive="s", progress=3)).field == "progress"


def test_reports_name_arguments():
    """No mark of a field that nobody worded is left in what people read."""
    table = {"age": [*map(str, range(200)), "?"], "s": ["a", "b", "c"] * 67}
    found = scrim.check(table, quasi_identifiers="age", sensitive="s", rows_are_persons=True)
    assert "missing='?'" in found.text and "missing='?'" in found.notes[0]
    assert "\x7f" not in found.text + str(found.to_dict()) + found.html


def test_a_stream_that_fails_half_way():
    def batches(error):
        yield pa.record_batch({"x": [1] * 1000})
        raise error

    for error in (RuntimeError("the disk is gone"), ValueError("the disk is gone"), KeyError("the disk is gone"), MemoryError()):
        reader = pa.RecordBatchReader.from_batches(pa.schema({"x": pa.int64()}), batches(error))
        with pytest.raises(Exception) as failed:
            k_of(reader, "x")
        assert isinstance(error, MemoryError) or "the disk is gone" in str(failed.value)

    class NoStream:
        def __arrow_c_stream__(self, requested_schema=None):
            return object()

    class Raises:
        def __arrow_c_stream__(self, requested_schema=None):
            raise RuntimeError("not today")

    with pytest.raises((scrim.InputError, TypeError, ValueError)):
        k_of(NoStream(), "x")
    with pytest.raises(RuntimeError, match="not today"):
        k_of(Raises(), "x")


def test_a_query_of_duckdb_that_fails_half_way():
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.sql("SELECT CASE WHEN range > 200000 THEN error('boom') ELSE range END AS x FROM range(300000)")
    with pytest.raises((scrim.InputError, duckdb.Error), match="boom"):
        k_of(rows, "x")


def test_a_frame_is_freed_early():
    numbers = np.arange(2000) % 1000
    table = pa.table({"x": numbers})
    frame = scrim._frames.to_frame(table)
    capsule = frame.__arrow_c_stream__()
    del table, numbers, frame
    gc.collect()
    again = scrim.Frame.from_capsule(capsule)
    del capsule
    gc.collect()
    assert k_of(again, "x") == 2
    for _ in range(50):  # capsules that nobody takes
        again.__arrow_c_stream__()
    database = scrim.StatDb.build({"a": [1, 2] * 4, "s": ["x", "y"] * 4}, quasi_identifiers="a", sensitive="s", m=2)
    count = database.count
    path = database.path
    del database
    gc.collect()
    assert os.path.exists(path) and count().upper == 8


def test_threads_in_the_middle_of_work():
    table = pa.table({"x": [i % 50 for i in range(5000)], "s": [str(i % 7) for i in range(5000)]})
    same = dict(quasi_identifiers="x", sensitive="s", rows_are_persons=True)
    found, failed = [], []

    def work(number):
        try:
            for _ in range(3):
                found.append(scrim.check(table, **same).k_anonymity)
                scrim.publish(table, **same, require="k_anonymity(k=5)", algorithm="mondrian").data
                with pytest.raises(scrim.InputError):
                    scrim.publish(table, **same, require="k_anonymity(k=100000)")
        except BaseException as error:  # pytest sees no other thread
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for size in (1, 2, 0):
        scrim.set_threads(size)
    for thread in threads:
        thread.join()
    assert not failed and found == [100] * 12


def test_one_connection_and_many_threads():
    with scrim.connect() as connection:
        connection.sql("CREATE TABLE t AS SELECT range AS x FROM range(1000)")
        found = []
        threads = [threading.Thread(target=lambda: found.append(connection.sql("SELECT sum(x) AS n FROM t").fetchall()))
                   for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [[(499500,)]] * 8


def run_python(text):
    """In a process of its own; what it printed."""
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path for path in sys.path if path))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text)], capture_output=True, text=True, env=environment,
                          timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_fork():
    said = run_python("""
        import os, sys, tempfile, pyarrow, scrim
        path = tempfile.mkdtemp() + "/x.db"
        table = pyarrow.table({"x": [1, 1]})
        if os.fork() == 0:                      # before it was used: nothing stayed behind
            assert scrim.check(table, quasi_identifiers="x", rows_are_persons=True).k_anonymity == 2
            sys.exit(0)
        assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
        scrim.check(table, quasi_identifiers="x", rows_are_persons=True)
        held = scrim._frames.to_frame(table)
        connection = scrim.connect(path)
        connection.sql("CREATE TABLE t (x INTEGER)")
        if os.fork() == 0:
            for work in (lambda: scrim.check(table, quasi_identifiers="x"), lambda: connection.sql("SELECT 1"),
                         lambda: scrim.connect()):
                try:
                    work()
                except RuntimeError as error:
                    assert "forked" in str(error)
                else:
                    raise AssertionError("it went on")
            connection.close()                  # the parent's file is left alone
            sys.exit(0)                         # with what it holds: no other thread is waited for
        assert os.waitstatus_to_exitcode(os.wait()[1]) == 0
        connection.sql("INSERT INTO t VALUES (42)")
        connection.close()
        print(scrim.connect(path).sql("SELECT x FROM t").fetchall())
    """)
    assert said == "[(42,)]\n"


def test_the_interpreter_leaves_in_the_middle_of_work():
    assert run_python("""
        import threading, time, pyarrow, scrim
        table = pyarrow.table({"x": [i * 7919 % 60000 for i in range(60000)], "y": list(range(60000))})
        began = threading.Event()
        def work():
            scrim.publish(table, quasi_identifiers=["x", "y"], rows_are_persons=True, require="k_anonymity(k=3)",
                          algorithm="mondrian", progress=lambda *step: began.set())
        threading.Thread(target=work, daemon=True).start()
        began.wait(30)
        print("left")
    """) == "left\n"
