#!/usr/bin/env python3
"""Fetches a source package by name from the Python index that pip uses, and runs nothing of it (pip download would).

Usage: fetch_sdist.py NAME VERSION FILE. The caller compares the file's checksum.
"""
import os
import re
import shutil
import ssl
import subprocess
import sys
import urllib.parse
import urllib.request

from pip._internal.models.index import PyPI


def pip_setting(name):
    """As pip reads it: from the environment, then from its files."""
    if value := os.environ.get(f"PIP_{name.upper().replace('-', '_')}"):
        return value
    asked = subprocess.run([sys.executable, "-m", "pip", "config", "get", f"global.{name}"], capture_output=True, text=True)
    return asked.stdout.strip() if asked.returncode == 0 else None


def main():
    name, version, file = sys.argv[1:]
    trusted = ssl.create_default_context(cafile=pip_setting("cert"))
    index = f"{(pip_setting('index-url') or PyPI.simple_url).rstrip('/')}/{name}/"
    try:
        with urllib.request.urlopen(index, context=trusted, timeout=120) as page:
            link = re.search(rf'href="([^"#]*/{name}-{re.escape(version)}\.tar\.gz)', page.read().decode())
        if not link:
            sys.exit(f"fetch_sdist: the index has no source package {name} {version}")
        with urllib.request.urlopen(urllib.parse.urljoin(index, link[1]), context=trusted, timeout=300) as body, open(file, "wb") as out:
            shutil.copyfileobj(body, out)
    except OSError as error:
        sys.exit(f"fetch_sdist: {name} {version} cannot be fetched: {error}")


if __name__ == "__main__":
    main()
