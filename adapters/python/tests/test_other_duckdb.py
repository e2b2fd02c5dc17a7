"""Beside every version of PyPI's duckdb in one process, whichever is imported first, loaded as Python loads modules or for
everybody to see. SCRIM_DUCKDB_VERSIONS names folders that hold one version each, as tools/setup-python.sh fetches them."""
import os
import pathlib
import subprocess
import sys
import textwrap

import pytest

import scrim

PLACE = pathlib.Path(os.environ.get("SCRIM_DUCKDB_VERSIONS", "/nowhere"))
FOLDERS = sorted(PLACE.iterdir()) if PLACE.is_dir() else []
FOLDERS += [None]  # the one of this environment


def run_python(text, folder, *arguments):
    path = [str(folder)] if folder else []
    path += [entry for entry in sys.path if entry]
    environment = dict(os.environ, PYTHONPATH=os.pathsep.join(path), SCRIM_PACKAGE=os.path.dirname(scrim.__path__[0]))
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(text), *arguments], capture_output=True, text=True,
                          env=environment, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.split()


USE = """
    import os, sys
    order, path = sys.argv[1:3]
    if order == "global":
        sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
        order = "duckdb"
    modules = {}
    for name in [order, "scrim" if order == "duckdb" else "duckdb"]:
        modules[name] = __import__(name)
    scrim, duckdb = modules["scrim"], modules["duckdb"]

    def ours():
        with scrim.connect() as connection:
            connection.sql("CREATE TABLE t AS SELECT range AS x, 'v' || range % 7 AS s FROM range(1000)")
            assert connection.sql("SELECT sum(x) AS n, max(s) AS s FROM t").fetchall() == [(499500, "v6")]
        found = scrim.check({"x": [1, 1, 2, 2], "s": ["a", "b", "a", "b"]}, quasi_identifiers="x", sensitive="s")
        assert found.k_anonymity == 2

    def theirs():
        connection = duckdb.connect()
        connection.execute("CREATE TABLE t AS SELECT range AS x, 'v' || range % 7 AS s FROM range(1000)")
        assert connection.execute("SELECT sum(x), max(s) FROM t").fetchall() == [(499500, "v6")]
        try:
            connection.execute("SELECT nothing FROM t")
            raise AssertionError
        except duckdb.Error as error:
            assert "nothing" in str(error)
        rows = connection.execute("SELECT x % 5 AS x, s FROM t")
        table = rows.to_arrow_table() if hasattr(rows, "to_arrow_table") else rows.arrow()
        assert scrim.check(table, quasi_identifiers="x", sensitive="s", rows_are_persons=True).rows == 1000

    for use in ([ours, theirs] if order == "scrim" else [theirs, ours]) * 2:
        use()
    # One file is one library's at a time, and no table is lost.
    mine = scrim.connect(path)
    mine.sql("CREATE TABLE mine AS SELECT 1 AS x")
    try:
        duckdb.connect(path)
        raise AssertionError("two libraries have one file")
    except duckdb.Error:
        pass
    mine.close()
    with scrim.connect(path) as again:
        assert again.sql("SELECT x FROM mine").fetchall() == [(1,)]
    held = duckdb.connect(path + "2")
    held.execute("CREATE TABLE t (x INTEGER)")
    try:
        scrim.connect(path + "2")
        raise AssertionError("two libraries have one file")
    except scrim.InputError as error:
        assert "another library" in str(error), error
    held.execute("INSERT INTO t VALUES (1)")
    assert held.execute("SELECT count(*) FROM t").fetchall() == [(1,)]
    held.close()
    print(duckdb.__version__)
"""


@pytest.mark.parametrize("order", ["scrim", "duckdb", "global"])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name if folder else "this")
def test_beside(folder, order, tmp_path):
    pytest.importorskip("pyarrow")
    if folder is None:
        pytest.importorskip("duckdb")
    if order == "global" and "asan" in os.environ.get("LD_PRELOAD", ""):
        pytest.skip("the address sanitizer does not let a library look at itself first")
    said = run_python(USE, folder, order, str(tmp_path / "x.db"))
    assert folder is None or said == [folder.name]
