"""Tokens, made with the program, and files of their entries."""
import re
from typing import NamedTuple

from running import FOLDER, scrim


class Token(NamedTuple):
    key: str    # what its bearer sends
    entry: str  # what the server's file holds


def token(name, *options):
    made = scrim("token", name, *options)
    return Token(re.search(r"scrim_[0-9a-f]{64}", made.stderr)[0], made.stdout)


def narrowed(whole, **limits):
    """A token that may ask less."""
    kept = re.sub(r"    (statdbs|views): .*\n", "", whole.entry)
    return whole._replace(entry=kept + "".join(f"    {name}: [{', '.join(own)}]\n" for name, own in limits.items()))


def tokens_file(name, *tokens):
    path = FOLDER / name
    path.write_text("tokens:\n" + "".join(one.entry for one in tokens))
    path.chmod(0o600)
    return path
