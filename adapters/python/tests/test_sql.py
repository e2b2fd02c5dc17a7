"""Sessions, and one file for one library."""
import pytest

import scrim


def test_rows_of_every_kind():
    with scrim.connect() as connection:
        assert connection.sql("CREATE TABLE t (n INTEGER, d DATE, s VARCHAR)") is not None
        connection.sql("INSERT INTO t VALUES (1, DATE '2020-02-29', 'a'), (NULL, NULL, 'b');")
        rows = connection.sql("SELECT * FROM t ORDER BY s  -- the end")
        assert rows.columns == ["n", "d", "s"] and len(rows) == 2
        assert [row[0] for row in rows.fetchall()] == [1, None]
        pytest.importorskip("pandas")
        assert list(rows.df()["s"]) == ["a", "b"]
        assert pytest.importorskip("polars").DataFrame(rows).shape == (2, 3)
        assert rows.pl().shape == (2, 3)
    assert connection.closed
    with pytest.raises(scrim.InputError, match="closed"):
        connection.sql("SELECT 1")


def test_progress():
    seen = []
    with scrim.connect() as connection:
        connection.sql("CREATE TABLE t AS SELECT i FROM range(300000) AS r(i); SELECT i FROM t",
                       progress=lambda name, done, total: seen.append((name, done)))
    assert seen[-1][0] == "running statement 2 of 2" and seen[-1][1] > 0


def test_views_hide(examples):
    with scrim.connect("h.db") as owner:
        owner.sql((examples / "hospital.sql").read_text())
    with pytest.raises(scrim.InputError):
        scrim.connect("h.db", grantee="nobody").sql("SELECT * FROM patients")


def test_an_analyst_opens_what_is_there(tmp_path):
    with pytest.raises(scrim.InputError, match="there is no database"):
        scrim.connect(tmp_path / "none.db", grantee="ana")


@pytest.mark.parametrize("first", ["scrim", "duckdb"])
def test_one_library_has_a_file(tmp_path, first):
    duckdb = pytest.importorskip("duckdb")
    path = str(tmp_path / "x.db")
    if first == "scrim":
        ours = scrim.connect(path)
        ours.sql("CREATE TABLE t (x INTEGER); INSERT INTO t VALUES (1)")
        with pytest.raises(duckdb.Error):
            duckdb.connect(path)
        ours.close()
        with duckdb.connect(path) as theirs:
            assert theirs.sql("SELECT * FROM t").fetchall() == [(1,)]
    else:
        theirs = duckdb.connect(path)
        theirs.sql("CREATE TABLE t (x INTEGER)")
        for _ in range(2):
            with pytest.raises(scrim.InputError, match="by another library in this process"):
                scrim.connect(path)
        theirs.sql("INSERT INTO t VALUES (2)")
        theirs.close()


def test_it_lives_beside_duckdb():
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("SELECT 41 + 1").fetchall() == [(42,)]
    with scrim.connect() as connection:
        assert connection.sql("SELECT 41 + 1 AS x").fetchall() == [(42,)]
    assert duckdb.sql("SELECT 41 + 1").fetchall() == [(42,)]
