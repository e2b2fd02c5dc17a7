"""The examples of docstrings and of docs/python.md."""
import doctest
import importlib
import pathlib
import pkgutil

import pytest

import scrim

pytest.importorskip("pyarrow")
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MODULES = [name for _, name, _ in pkgutil.walk_packages(scrim.__path__, "scrim.")
           if name != "scrim._scrim" and ".lib" not in name]


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name, examples):
    if name == "scrim.sklearn":
        pytest.importorskip("sklearn")
    if name.startswith("scrim.spark"):
        pytest.importorskip("pyspark")
    module = importlib.import_module(name)
    assert doctest.testmod(module, optionflags=OPTIONS).failed == 0


def test_tutorial(examples):
    pytest.importorskip("pandas")
    document = pathlib.Path(__file__).resolve().parents[3] / "docs" / "python.md"
    found = doctest.testfile(str(document), module_relative=False, optionflags=OPTIONS)
    assert found.attempted > 10 and found.failed == 0
