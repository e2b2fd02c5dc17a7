"""A table of the server is read as the same table in a file is, by every verb; and what cannot be read is refused in one line."""
import json
import signal
import time
import urllib.parse

from case import Case

POLICY = "examples/policy.yaml"
SECRET = "s3cret-word"


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


class Twins(Case):
    """The file and the table, through each verb."""

    def setUp(self):
        super().setUp()
        self.csv, self.url = "examples/patients.csv", self.server.url(table="patients")
        self.shown = f"postgres://{urllib.parse.quote(str(self.server.socket), safe='')}/postgres"

    def same(self, *words, code=0):
        """What both print, {table} being either."""
        of_file, of_table = ([str(word).replace("{table}", table).replace("{out}", f"{self.folder}/{kind}") for word in words]
                             for kind, table in (("file", self.csv), ("base", self.url)))
        expected = self.scrim(*of_file, code=code).replace(f"{self.folder}/file", "OUT")
        found = self.scrim(*of_table, code=code).replace(f"{self.folder}/base", "OUT")
        for name in (f"{self.shown}?table=patients", f"table patients of {self.shown}"):
            found = found.replace(name, self.csv)
        self.assertEqual(found, expected)
        return found

    def same_file(self, name):
        read = lambda kind: (self.folder / f"{kind}{name}").read_bytes()
        self.assertEqual(read("base"), read("file"), name)

    def test_check(self):
        self.same("check", "{table}", "--policy", POLICY, "--json", code=1)
        self.same("check", "examples/released.csv", "--policy", POLICY, "--original", "{table}", "--population", "{table}", "--json")

    def test_publish_verify_audit(self):
        for more in ([], ["--memory", "300MB"], ["--format", "parquet"]):
            out = "{out}-" + "".join(more[-1:])
            self.same("publish", "{table}", "--policy", POLICY, "--out", out, *more)
            for name in ("data.parquet" if "parquet" in more else "data.csv", "hierarchies/zip.csv"):
                self.same_file(f"-{''.join(more[-1:])}/{name}")
        self.scrim("publish", self.csv, "--policy", POLICY, "--out", self.folder / "both")
        self.same("verify", self.folder / "both", "--original", "{table}", "--policy", POLICY)
        self.same("audit", self.folder / "both", "--attack", "presence", "--external", "{table}", "--person", "name")
        self.same("audit", "{table}", "--policy", POLICY, code=1)
        self.same("query", "{table}", "SELECT disease, COUNT(*), AVG(age) FROM t GROUP BY disease")

    def test_explore(self):
        tried = lambda table: {trial["algorithm"]: trial.get("refused") or trial.get("loss") for trial in
                               json.loads(self.scrim("publish", table, "--policy", POLICY, "--explore", "--json"))["trials"]}
        of_file, of_table = tried(self.csv), tried(self.url)
        self.assertEqual(of_table.keys(), of_file.keys())
        for name in ("optimal", "mondrian", "datafly", "anatomy"):  # not by chance
            self.assertEqual(of_table[name], of_file[name])

    def test_perturbed(self):
        self.scrim("publish", self.url, "--id", "name", "--qi", "age,zip", "--sensitive", "disease", "--algorithm", "swap",
                   "--out", self.folder / "swapped")

    def test_republish(self):
        self.server.sql("DROP TABLE IF EXISTS ward")
        self.server.load("ward", self.root / "examples/ward_q1.csv", {"age": "int"})
        series = self.folder / "series"
        self.scrim("republish", self.server.url(table="ward"), "--policy", "examples/ward.yaml", "--series", series, "--method", "m_invariance",
                   "-m", "3")
        self.scrim("republish", "examples/ward_q2.csv", "--series", series)
        self.assertIn("19 stayed", self.scrim("republish", self.server.url(table="ward"), "--series", series, "--dry-run"))

    def test_statdb_and_hierarchies(self):
        self.same("statdb", "build", "{table}", "--policy", POLICY, "-m", "2", "--baselines", "-o", "{out}.statdb")
        self.same("hierarchy", "build", "age", "--data", "{table}", "--intervals", "5,10,20,40", "-o", "{out}.csv")
        self.same_file(".csv")
        self.same("hierarchy", "check", "examples/zip.csv", "--data", "{table}", "--column", "zip")

    def test_flags_instead_of_parameters(self):
        self.assertEqual(self.scrim("check", self.server.url(), "--table", "patients", "--policy", POLICY, code=1).replace("postgres?table=patients", "postgres"),
                         self.scrim("check", self.url, "--policy", POLICY, code=1).replace("postgres?table=patients", "postgres"))
        by_query = self.server.url(query="SELECT * FROM patients -- all of them")
        self.assertIn("12 records", self.scrim("check", by_query, "--policy", POLICY, code=1))
        self.assertIn("12 records", self.scrim("check", self.url.replace("postgres:", "postgresql:", 1), "--policy", POLICY, code=1))


class Types(Case):
    """Columns of all types, as a CSV file with the same values has them: the Parquet files that come of both are equal byte for byte."""

    def released(self, table, name, more):
        out = self.folder / name
        self.scrim("publish", table, "--qi", "g", "--default", "sensitive", "--require", "k_anonymity(k=2)", "--format", "parquet", "--out", out,
                   *more)
        return (out / "data.parquet").read_bytes()

    def twins(self, *columns, more=()):
        """Each column is a type, its values, and how a CSV file has them where that is not the same; None is NULL."""
        height = max(len(values) for _, values, *_ in columns)
        pad = lambda values: (list(values) + [None] * height)[:height]
        names = [f"x{c}" for c in range(len(columns))]
        self.server.sql("DROP TABLE IF EXISTS typed; CREATE TABLE typed (g int, " +
                        ", ".join(f"{name} {type_}" for name, (type_, *_) in zip(names, columns)) + ")")
        literal = lambda value: "NULL" if value is None else "'" + value.replace("'", "''") + "'"
        cell = lambda text: "" if text is None else '"' + text.replace('"', '""') + '"'
        values = zip(*(pad(values) for _, values, *_ in columns))
        texts = zip(*(pad((texts or [values])[0]) for _, values, *texts in columns))
        self.server.sql("INSERT INTO typed VALUES " + ", ".join(f"(1, {', '.join(map(literal, row))})" for row in values) + "; "
                        "INSERT INTO typed SELECT * FROM typed")
        lines = [",".join(["1", *map(cell, row)]) for row in texts]
        (self.folder / "typed.csv").write_text("\n".join([",".join(["g", *names]), *lines, *lines]) + "\n")
        self.number = getattr(self, "number", 0) + 1
        self.assertEqual(self.released(self.server.url(table="typed"), f"base{self.number}", more),
                         self.released(self.folder / "typed.csv", f"file{self.number}", more))

    def test_all(self):
        self.server.sql("DROP TYPE IF EXISTS size CASCADE; CREATE TYPE size AS ENUM ('small', 'it''s big'); "
                        "DROP DOMAIN IF EXISTS years CASCADE; CREATE DOMAIN years AS int CHECK (VALUE > 0)")
        self.twins(
            ("smallint", ["-32768", "7", None]),
            ("int", ["-2147483648", "2147483647"]),
            ("bigint", ["-9223372036854775808", "9223372036854775807", None]),
            ("numeric", ["0", "0.10", "-12345678901234567890.5", "1e-7", "1000000", "10000.0001", None]),
            ("numeric(12,2)", ["12.50", "-0.05", "9999999999.99", "100000"]),
            ("real", ["1.5", "-0", "3.25e10"], ["1.5", "0", "32500000000"]),
            ("double precision", ["0.1", "1e-9", "-2.5", None]),
            ("text", ["a", "b\nc", 'q"', "tab\there", "\\N", "čaj", None]),
            ("varchar(9)", ["007", "42", "x"]),
            ("text", ["1.0", "1", "2.50"]),  # numbers, though they are texts
            ("char(5)", ["ab", "c  ", None], ["ab", "c", None]),
            ("uuid", ["A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", None], ["a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", None]),
            ("boolean", ["t", "f", None], ["true", "false", None]),
            ("size", ["small", "it's big", None]),
            ("years", ["3", "40"]),
            ("name", ["n", "m"]),
            ("date", ["1969-12-31", "2000-01-01", "2024-02-29", "0044-03-15", None]),
            ("timestamp", ["1999-12-31 23:59:59.999999", "2024-02-29 13:45:00"]),
            ("timestamptz", ["2024-02-29 13:45:00+05", "1960-01-01 00:00:00-01"], ["2024-02-29 08:45:00", "1960-01-01 01:00:00"]))

    def test_as_the_policy_means_them(self):
        self.twins(("int", ["7", "12", None]), ("numeric(5,2)", ["7.50", "-9", "1.25"], ["7.50", None, "1.25"]), ("int", ["5", "-9"], ["5", None]),
                   ("date", ["2024-02-29", None]),
                   more=["--sensitive", "x2", "--type", "x0=category", "--missing", "x1=-9", "--category", "x1", "--missing",
                         "x2=-9.0", "--category", "x3"])

    def test_what_has_no_place(self):
        refused = [("numeric", "'NaN'", "'NaN' among its numbers"), ("numeric", "'Infinity'", "'Infinity' among its numbers"),
                   ("float8", "'NaN'", "among its numbers"), ("date", "'infinity'", "an infinite date"),
                   ("timestamp", "'-infinity'", "an infinite date"), ("numeric", "1e39", "more than 38 digits"),
                   ("jsonb", "'{}'", "has the type jsonb"), ("bytea", "''", "has the type bytea"), ("int[]", "'{1}'", "has the type integer[]"),
                   ("interval", "'1 day'", "has the type interval"), ("int4range", "'[1,2)'", "has the type int4range")]
        columns = ", ".join(f"x{c} {type_}" for c, (type_, *_) in enumerate(refused))
        self.server.sql(f"DROP TABLE IF EXISTS typed; CREATE TABLE typed (g int, {columns}); INSERT INTO typed VALUES (1, "
                        f"{', '.join(value for _, value, _ in refused)}), (1{', NULL' * len(refused)})")
        url = self.server.url(table="typed")
        for c, (type_, _, words) in enumerate(refused):
            self.assertIn(words, self.refused("check", url, "--qi", f"x{c}", "--default", "dropped"), type_)
        self.scrim("check", url, "--qi", "g", "--default", "dropped")
        self.assertIn("1 record", self.scrim("check", self.server.url(query="SELECT g, x6::text AS x FROM typed WHERE x6 IS NOT NULL"), "--qi", "g,x"))

    def test_empty_text_is_no_null(self):
        self.server.sql("DROP TABLE IF EXISTS typed; CREATE TABLE typed (g int, x text); INSERT INTO typed VALUES (1, ''), (1, NULL), (1, '')")
        words = ["publish", self.server.url(table="typed"), "--qi", "g", "--sensitive", "x", "--require", "k_anonymity(k=2)", "--out", self.folder / "out"]
        self.assertIn("holds empty text", self.refused(*words))
        self.scrim(*words, "--format", "parquet")

    def test_rules_of_comparison_do_not_join_texts(self):
        """Grouped by the server, under a collation in which A is a."""
        self.server.sql("DROP TABLE IF EXISTS typed; DROP COLLATION IF EXISTS same; "
                        "CREATE COLLATION same (provider = icu, locale = 'und-u-ks-level2', deterministic = false); "
                        "CREATE TABLE typed (g int, x text COLLATE same); "
                        "INSERT INTO typed SELECT 1, CASE WHEN i % 2 = 0 THEN 'A' ELSE 'a' END FROM generate_series(1, 4000) AS i; ANALYZE typed")
        self.assertEqual(json.loads(self.scrim("check", self.server.url(table="typed"), "--qi", "x", "--drop", "g", "--json"))["classes"], 2)
        self.assertIn("4,000 records in 2 classes", self.scrim("publish", self.server.url(table="typed"), "--qi", "x", "--drop", "g", "--require",
                                                               "k_anonymity(k=2)", "--memory", "300MB", "--out", self.folder / "out").replace("4000", "4,000"))


class Names(Case):
    def test_odd_names(self):
        table, schema = """we"ird'; DROP TABLE patients; --.tab%26""", 'My "Schema"'
        names = ["""a"b'; DROP TABLE patients; --""", "two\nlines", "SELECT", "čaj"]
        columns = ", ".join(f"{quoted(name)} int" for name in names)
        self.server.sql(f"DROP SCHEMA IF EXISTS {quoted(schema)} CASCADE; CREATE SCHEMA {quoted(schema)}; "
                        f"CREATE TABLE {quoted(schema)}.{quoted(table)} ({columns}); "
                        f"INSERT INTO {quoted(schema)}.{quoted(table)} VALUES (1, 2, 3, 4), (1, 2, 3, 4)")
        found = json.loads(self.scrim("check", self.server.url(table=f"{schema}.{table}"), "--default", "quasi_identifier", "--json"))
        self.assertEqual(found["rows"], 2)
        self.assertEqual(self.server.sql("SELECT count(*) FROM patients"), "12")

    def test_which_table(self):
        self.server.sql("DROP DATABASE IF EXISTS shop", check=False)
        self.server.sql("CREATE DATABASE shop")
        url = lambda **more: self.server.url(database="shop", **more)
        self.assertIn("holds no table", self.refused("check", url(), "--qi", "a"))
        self.server.sql("CREATE TABLE lone (a int); INSERT INTO lone VALUES (1)", database="shop")
        self.scrim("check", url(), "--qi", "a")
        self.server.sql("CREATE SCHEMA other; CREATE TABLE other.more (a int); CREATE VIEW seen AS SELECT * FROM lone", database="shop")
        line = self.refused("check", url(), "--qi", "a")
        self.assertIn("several tables; choose one with --table or ?table=: 'other.more', 'lone', 'seen'", line)
        self.assertIn("there is no table 'lon', did you mean 'lone'?", self.refused("check", url(table="lon"), "--qi", "a"))
        self.assertIn("there is no table 'more'", self.refused("check", url(table="more"), "--qi", "a"))
        self.assertIn("there are no rows", self.refused("check", url(table="other.more"), "--qi", "a"))
        self.scrim("check", url(table="seen"), "--qi", "a")
        self.scrim("check", url(table="public.lone"), "--qi", "a")
        self.assertIn("no column 'b'", self.refused("check", url(table="lone"), "--qi", "b"))

    def test_queries_do_nothing_else(self):
        trace = self.folder / "trace"
        self.folder.chmod(0o777)
        self.server.sql("DROP TABLE IF EXISTS victim; CREATE TABLE victim (a int); INSERT INTO victim VALUES (1)")
        for query in [f"SELECT 1 AS a) TO PROGRAM 'touch {trace}' --", f"SELECT 1 AS a) TO '{trace}' --", "SELECT 1 AS a; DROP TABLE victim",
                      "DELETE FROM victim RETURNING a", "WITH gone AS (DELETE FROM victim RETURNING a) SELECT a FROM gone",
                      "SELECT a INTO stolen FROM victim", "SELECT 1 AS a) AS q; DELETE FROM victim; --", "VALUES (1", "", " ", "/*", "SELECT 1 AS a, 2 AS a",
                      "SELECT set_config('transaction_read_only', 'off', false) AS a FROM (SELECT nextval('none')) AS q"]:
            self.refused("check", self.server.url(query=query) if query else self.server.url() + "?query=", "--qi", "a")
        self.assertEqual(self.server.sql("SELECT count(*) FROM victim"), "1")
        self.assertFalse(trace.exists())
        self.server.sql("CREATE OR REPLACE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM victim RETURNING a'")
        self.assertIn("read-only", self.refused("check", self.server.url(query="SELECT wipe() AS a"), "--qi", "a"))
        self.assertEqual(self.server.sql("SELECT count(*) FROM victim"), "1")

    def test_wrong_addresses(self):
        for address, words in [("postgres://u:pa/ss@h/db", "is no address"), (f"postgres://u:{SECRET}?x@h/db", "is no address"),
                               ("postgres:///db?table=%", "% written as %25"), ("postgres:///db?table=%zz", "% written as %25"),
                               ("postgres:///db?table=%00", "% written as %25"), ("postgres:///db?colour=red", "parameter 'colour'"),
                               (self.server.url(table="patients", query="SELECT 1"), "both a table and a query"),
                               (self.server.url(table="patients") + "&table=x", "given twice"), (f"postgres://o@%2Fnone/db?table=t", "No such file"),
                               (self.server.url(table="x", database="none"), 'database "none" does not exist')]:
            line = self.refused("check", address, "--qi", "a")
            self.assertIn(words, line, address)
            self.assertNotIn(SECRET, line)
        self.assertIn("only for CSV", self.refused("check", self.server.url(table="patients"), "--qi", "age", "--delimiter", ";"))


class Rights(Case):
    def test_passwords_are_never_shown(self):
        self.server.sql(f"DROP OWNED BY guarded; DROP ROLE guarded", check=False)
        self.server.sql(f"SET password_encryption = 'scram-sha-256'; CREATE ROLE guarded LOGIN PASSWORD '{SECRET}'; GRANT SELECT ON patients TO guarded")
        url = self.server.url(table="patients", user="guarded")
        self.assertIn("password", self.refused("check", url, "--policy", POLICY))
        self.scrim("check", url, "--policy", POLICY, code=1, env={"PGPASSWORD": SECRET})
        out = self.folder / "out"
        for address in (self.server.url(table="patients", user="guarded", password=SECRET), url + f"&password={SECRET}"):
            texts = [self.scrim("check", address, "--policy", POLICY, *more, code=1) for more in ([], ["--json"])]
            texts += [self.scrim("publish", address, "--policy", POLICY, "--out", out, "--force", *more) for more in ([], ["--json"])]
            texts += [file.read_text(errors="replace") for file in [*out.rglob("*.*"), self.folder / "out.owner.json"] if file.is_file()]
            texts.append(self.scrim("audit", address, "--policy", POLICY, code=1))
            texts.append(self.refused("check", address, "--qi", "age"))
            texts.append(self.refused("check", address.replace("patients", "nosuch"), "--policy", POLICY))
            for text in texts:
                self.assertNotIn(SECRET, text)
                self.assertNotIn("guarded", text)
        for address in (url.replace("guarded", f"guarded:{SECRET}x"), url + f"&password={SECRET}x"):
            self.assertNotIn(SECRET, self.refused("check", address, "--policy", POLICY))

    def test_row_level_security_is_seen(self):
        self.server.sql("DROP TABLE IF EXISTS rows_of; CREATE TABLE rows_of AS SELECT * FROM patients; DROP ROLE IF EXISTS some_of_them; "
                        "CREATE ROLE some_of_them LOGIN; GRANT SELECT ON rows_of TO some_of_them; ALTER TABLE rows_of ENABLE ROW LEVEL SECURITY; "
                        "CREATE POLICY p ON rows_of USING (age > 50)")
        line = self.refused("check", self.server.url(table="rows_of", user="some_of_them"), "--policy", POLICY)
        self.assertIn("row-level security hides rows of it from role 'some_of_them'", line)
        self.assertIn("row-level security", self.refused("check", self.server.url(query="SELECT * FROM rows_of", user="some_of_them"), "--policy", POLICY))
        self.scrim("check", self.server.url(table="rows_of"), "--policy", POLICY, code=1)
        self.server.sql("DROP TABLE rows_of; DROP ROLE some_of_them")

    def test_columns_without_a_right(self):
        self.server.sql("DROP TABLE IF EXISTS half; CREATE TABLE half AS SELECT * FROM patients; DROP ROLE IF EXISTS reader; CREATE ROLE reader LOGIN; "
                        "GRANT SELECT (age, zip) ON half TO reader")
        url = self.server.url(table="half", user="reader")
        self.scrim("check", url, "--qi", "age,zip", "--drop", "name,disease")
        self.assertIn("permission denied", self.refused("check", url, "--qi", "age", "--default", "insensitive"))
        self.server.sql("DROP TABLE half; DROP ROLE reader")


class BadDays(Case):
    slow = "SELECT i AS a, CASE WHEN i > 1500 THEN pg_sleep(0.02) IS NULL END AS b FROM generate_series(1, 100000) AS i"

    def reading(self):
        """A process that is in the middle of a table, and the server's process for it."""
        process = self.start("check", self.server.url(query=self.slow), "--qi", "a,b")
        for _ in range(2000):
            found = self.server.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'scrim' AND state = 'active' AND query LIKE 'COPY%'")
            if found:
                return process, found
            time.sleep(0.03)
        self.fail("nothing is read")

    def gone(self, pid):
        for _ in range(1000):
            if self.server.sql(f"SELECT count(*) FROM pg_stat_activity WHERE pid = {pid}") == "0":
                return True
            time.sleep(0.03)
        return False

    def test_a_connection_that_breaks(self):
        process, pid = self.reading()
        self.server.sql(f"SELECT pg_terminate_backend({pid})")
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out, err.count("\n")), (2, "", 1))
        self.assertIn("the connection to the server was lost", err)

    def test_who_asks_to_stop(self):
        process, pid = self.reading()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (130, ""))
        self.assertIn("stopped on request", err)
        self.assertTrue(self.gone(pid))

    def test_a_statement_that_the_server_ends(self):
        process, pid = self.reading()
        self.server.sql(f"SELECT pg_cancel_backend({pid})")
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertIn("canceling statement", err)

    def test_memory(self):
        self.server.sql("DROP TABLE IF EXISTS many; CREATE TABLE many AS SELECT repeat(i::text, 20) AS a, i % 3 AS b FROM generate_series(1, 150000) AS i; ANALYZE many")
        url = self.server.url(table="many")
        words = ["publish", url, "--require", "k_anonymity(k=2)", "--out", self.folder / "out"]
        self.assertIn("need more than the 64 MB allowed", self.refused(*words, "--qi", "a,b", "--memory", "64MB"))
        self.assertIn("150000 records", self.scrim(*words, "--qi", "b", "--drop", "a", "--memory", "100MB").replace(",", ""))
        self.server.sql("DROP TABLE many")

    def test_the_order_of_rows_is_one(self):
        """Where the server would rather read with several processes."""
        self.server.sql("DROP TABLE IF EXISTS many; CREATE TABLE many AS SELECT i % 7 AS a, 'v' || i % 5 AS b FROM generate_series(1, 40000) AS i; "
                        "ALTER ROLE owner SET parallel_tuple_cost = 0; ALTER ROLE owner SET parallel_setup_cost = 0; "
                        "ALTER ROLE owner SET min_parallel_table_scan_size = 0; ALTER ROLE owner SET force_parallel_mode = off")
        self.addCleanup(self.server.sql, "ALTER ROLE owner RESET ALL; DROP TABLE many; DROP SCHEMA IF EXISTS par CASCADE; DROP SCHEMA IF EXISTS par_owner CASCADE")
        words = ["--qi", "a", "--sensitive", "b", "--require", "k_anonymity(k=5)"]
        self.assertIn("par.many: release 1, 40,000 records", self.scrim("sync", self.server.url(table="many"), *words, "--schema", "par"))

    def test_one_state(self):
        """The original that a release is verified with is the one that it was made of, though rows come all the time."""
        self.server.sql("DROP TABLE IF EXISTS living; CREATE TABLE living AS SELECT * FROM patients")
        script = self.folder / "write.sql"
        script.write_text("INSERT INTO living SELECT * FROM patients ORDER BY random() LIMIT 1;\n")
        import subprocess
        writer = subprocess.Popen([f"{self.server.bin}/pgbench", "-n", "-f", script, "-T", "60", "-h", self.server.socket, "-U", "owner", "postgres"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/")
        try:
            self.scrim("publish", self.server.url(table="living"), "--qi", "age,zip=examples/zip.csv", "--sensitive", "disease", "--person", "name",
                       "--require", "k_anonymity(k=3)", "--out", self.folder / "out")
        finally:
            writer.terminate()
            writer.wait()
