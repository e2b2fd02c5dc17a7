"""What can go wrong. Messages are one line and say what would be accepted."""


class Error(Exception):
    """Any error of Scrim."""


class InputError(Error, ValueError):
    """Something that the caller can mend.

    `field` is the argument that it is about ("out", "person"), or "" where it is about the data.

    >>> import scrim
    >>> try:
    ...     scrim.verify("no such folder")
    ... except scrim.InputError as error:
    ...     print(error)
    there is no folder 'no such folder'
    """

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class Fault(Error, RuntimeError):
    """Something that is ours to mend: please report it."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field
