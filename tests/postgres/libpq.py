"""A small client of PostgreSQL over libpq, which comes with the server: sessions, rows as text, errors, cancelling."""
import ctypes
import ctypes.util

PQ = ctypes.CDLL(ctypes.util.find_library("pq") or "libpq.so.5")
for name, result, arguments in [
    ("PQconnectdb", ctypes.c_void_p, [ctypes.c_char_p]),
    ("PQstatus", ctypes.c_int, [ctypes.c_void_p]),
    ("PQerrorMessage", ctypes.c_char_p, [ctypes.c_void_p]),
    ("PQfinish", None, [ctypes.c_void_p]),
    ("PQexec", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]),
    ("PQexecParams", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p,
                                       ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int]),
    ("PQresultStatus", ctypes.c_int, [ctypes.c_void_p]),
    ("PQresultErrorField", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]),
    ("PQntuples", ctypes.c_int, [ctypes.c_void_p]),
    ("PQnfields", ctypes.c_int, [ctypes.c_void_p]),
    ("PQfname", ctypes.c_char_p, [ctypes.c_void_p, ctypes.c_int]),
    ("PQgetvalue", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
    ("PQgetlength", ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
    ("PQgetisnull", ctypes.c_int, [ctypes.c_void_p, ctypes.c_int, ctypes.c_int]),
    ("PQclear", None, [ctypes.c_void_p]),
    ("PQgetCopyData", ctypes.c_int, [ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int]),
    ("PQgetResult", ctypes.c_void_p, [ctypes.c_void_p]),
    ("PQfreemem", None, [ctypes.c_void_p]),
    ("PQsetNoticeProcessor", ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p]),
    ("PQsendQuery", ctypes.c_int, [ctypes.c_void_p, ctypes.c_char_p]),
    ("PQconsumeInput", ctypes.c_int, [ctypes.c_void_p]),
]:
    function = getattr(PQ, name)
    function.restype, function.argtypes = result, arguments

EMPTY, COMMAND, TUPLES, COPY_OUT = 0, 1, 2, 3
NOTICE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_char_p)


class Error(Exception):
    """What the server says of a statement: `code` is its SQLSTATE."""

    def __init__(self, code, message, detail, hint, context):
        super().__init__(message)
        self.code, self.message, self.detail, self.hint, self.context = code, message, detail, hint, context

    def everything(self):
        return " | ".join(part for part in (self.message, self.detail, self.hint, self.context) if part)


class Session:
    def __init__(self, where):
        self.connection = PQ.PQconnectdb(where.encode())
        if PQ.PQstatus(self.connection) != 0:
            message = PQ.PQerrorMessage(self.connection).decode()
            PQ.PQfinish(self.connection)
            raise Error("", message, "", "", "")
        self.notices = []
        self._keep = NOTICE(lambda _, text: self.notices.append(text.decode()))
        PQ.PQsetNoticeProcessor(self.connection, ctypes.cast(self._keep, ctypes.c_void_p), None)

    def close(self):
        if self.connection:
            PQ.PQfinish(self.connection)
        self.connection = None

    def run(self, sql, parameters=None):
        """The rows as lists of text and None; of COPY the lines. Raises Error."""
        if parameters is None:
            result = PQ.PQexec(self.connection, sql.encode())
        else:
            values = (ctypes.c_char_p * len(parameters))(*[None if p is None else str(p).encode() for p in parameters])
            result = PQ.PQexecParams(self.connection, sql.encode(), len(parameters), None, values, None, None, 0)
        return self._take(result)

    def value(self, sql, parameters=None):
        rows = self.run(sql, parameters)
        assert len(rows) == 1 and len(rows[0]) == 1, (sql, rows)
        return rows[0][0]

    def names(self, sql):
        self.run(sql)
        return self.columns

    def error(self, sql):
        """The Error that a statement ends in; there must be one."""
        try:
            rows = self.run(sql)
        except Error as error:
            return error
        raise AssertionError(f"this should have failed: {sql}\nbut gave {rows[:5]}")

    def _take(self, result):
        try:
            status = PQ.PQresultStatus(result)
            if status == COPY_OUT:
                return self._copied()
            if status not in (EMPTY, COMMAND, TUPLES):
                field = lambda letter: (PQ.PQresultErrorField(result, ord(letter)) or b"").decode()
                message = field("M") or PQ.PQerrorMessage(self.connection).decode()
                raise Error(field("C"), message, field("D"), field("H"), field("W"))
            self.columns = [PQ.PQfname(result, c).decode() for c in range(PQ.PQnfields(result))]
            return [[self._cell(result, r, c) for c in range(len(self.columns))] for r in range(PQ.PQntuples(result))]
        finally:
            PQ.PQclear(result)

    def _copied(self):
        lines, buffer = [], ctypes.c_void_p()
        while (size := PQ.PQgetCopyData(self.connection, ctypes.byref(buffer), 0)) > 0:
            lines.append(ctypes.string_at(buffer, size).decode().rstrip("\n").split("\t"))
            PQ.PQfreemem(buffer)
        while result := PQ.PQgetResult(self.connection):
            try:
                self._take(result)
            except AttributeError:
                pass
        return lines

    @staticmethod
    def _cell(result, row, column):
        if PQ.PQgetisnull(result, row, column):
            return None
        return ctypes.string_at(PQ.PQgetvalue(result, row, column), PQ.PQgetlength(result, row, column)).decode()
