import pathlib

import pytest

EXAMPLES = pathlib.Path(__file__).resolve().parents[3] / "examples"


@pytest.fixture
def examples(tmp_path, monkeypatch):
    """The examples, in a folder where the test may write."""
    import shutil

    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "examples"


@pytest.fixture(params=["pandas", "polars", "pyarrow", "duckdb", "path"])
def patients(request, examples):
    """The same table as every kind of thing that is accepted."""
    path = str(examples / "patients.csv")
    if request.param == "path":
        return path
    module = pytest.importorskip(request.param)
    if request.param == "pandas":
        return module.read_csv(path)
    if request.param == "polars":
        return module.read_csv(path)
    if request.param == "duckdb":
        return module.sql(f"SELECT * FROM read_csv('{path}')")
    from pyarrow import csv

    return csv.read_csv(path)
