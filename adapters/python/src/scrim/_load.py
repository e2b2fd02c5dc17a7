"""Loads the library, so that it finds the DuckDB that it brings along and no other.

Python loads modules for themselves alone; then any other DuckDB in the process is out of sight. Where somebody loaded one
for everybody to see (RTLD_GLOBAL), ours has to be looked for first (RTLD_DEEPBIND). Names are bound while loading: what is
loaded later changes nothing.
"""

import importlib
import os
import sys


def _another_is_in_sight() -> bool:
    try:
        import ctypes

        return hasattr(ctypes.CDLL(None), "duckdb_library_version")
    except (ImportError, OSError):
        return False


def _load() -> None:
    before = sys.getdlopenflags()
    flags = os.RTLD_NOW | os.RTLD_LOCAL
    if hasattr(os, "RTLD_DEEPBIND") and _another_is_in_sight():
        flags |= os.RTLD_DEEPBIND
    sys.setdlopenflags(flags)
    try:
        importlib.import_module(__package__ + "._scrim")
    finally:
        sys.setdlopenflags(before)


_load()
