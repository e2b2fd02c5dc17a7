"""scrim sync: one transaction that brings anonymized tables up to date, or changes nothing; and analysts who see those and nothing else."""
import json
import signal
import subprocess
import time

from case import Case

WARD = ["--policy", "examples/ward.yaml"]
PATIENTS = ["--policy", "examples/policy.yaml"]


class Sync(Case):
    def setUp(self):
        super().setUp()
        self.server.sql("DROP SCHEMA IF EXISTS anon CASCADE; DROP SCHEMA IF EXISTS anon_owner CASCADE; DROP TABLE IF EXISTS visits; "
                        "CREATE TABLE visits AS SELECT * FROM patients")
        self.url = self.server.url(table="visits")

    def sync(self, *more, url=None, policy=PATIENTS, **kind):
        return self.scrim("sync", url or self.url, *policy, *more, **kind)

    def state(self):
        """Everything that sync may change, and rights."""
        return self.server.sql("SELECT c.oid, n.nspname, c.relname, c.relacl, query_to_xml(format('SELECT t::text FROM %I.%I t ORDER BY 1', n.nspname, "
                               "c.relname), true, true, '')::text FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace "
                               "WHERE n.nspname LIKE 'anon%' AND c.relkind IN ('r', 'v') ORDER BY 1")

    def refused_unchanged(self, *more, words, **kind):
        before = self.state()
        line = self.sync(*more, code=2, **kind)
        self.assertIn(words, line)
        self.assertEqual(self.state(), before)
        return line

    def test_a_release_like_that_of_publish(self):
        out = self.sync()
        self.assertRegex(out, r"^anon\.visits: release 1, 12 records\n")
        self.scrim("publish", "examples/patients.csv", *PATIENTS, "--out", self.folder / "out")
        expected = sorted((self.folder / "out/data.csv").read_text().splitlines()[1:])
        rows = self.server.sql("COPY anon.visits TO STDOUT (FORMAT csv)").splitlines()
        self.assertEqual(sorted(row.replace('"', "") for row in rows), sorted(row.replace('"', "") for row in expected))
        certificate = json.loads(self.server.sql("SELECT certificate FROM anon.scrim_certificates WHERE table_name = 'visits'"))
        self.assertIn("k_anonymity", json.dumps(certificate))
        self.assertIn("hierarchies/zip.csv", json.loads(self.server.sql("SELECT files FROM anon.scrim_certificates")))
        self.assertIn("Anonymized by Scrim, release 1: k_anonymity(k=4)", self.server.sql("SELECT obj_description('anon.visits'::regclass)"))
        self.assertNotIn("name", self.server.sql("SELECT string_agg(attname, ',') FROM pg_attribute WHERE attrelid = 'anon.visits'::regclass"))

    def test_nothing_changes_where_nothing_changed(self):
        self.sync()
        before, transactions = self.state(), self.server.sql("SELECT xmin, oid FROM pg_class WHERE oid = 'anon.visits'::regclass")
        self.assertEqual(self.sync(), "anon.visits: nothing changed since release 1\n")
        self.server.sql("CREATE TABLE again AS SELECT * FROM visits ORDER BY age DESC; DROP TABLE visits; ALTER TABLE again RENAME TO visits")
        self.assertEqual(self.sync(), "anon.visits: nothing changed since release 1\n")  # the order of rows is nothing
        self.assertEqual((self.state(), self.server.sql("SELECT xmin, oid FROM pg_class WHERE oid = 'anon.visits'::regclass")), (before, transactions))

    def test_changed_data(self):
        self.sync()
        self.server.sql("UPDATE visits SET age = age + 1 WHERE name = 'Alice'")
        line = self.refused_unchanged(words="its data changed since release 1")
        self.assertIn("--independent", line)
        self.assertIn("--method m_invariance", line)
        self.assertIn("is part of no series", self.refused_unchanged("--method", "m_invariance", "-m", "2", words="is part of no series"))
        out = self.sync("--independent")
        self.assertIn("release 2", out)
        self.assertIn("it knows nothing of those before", out)
        self.assertIn("what is asked for changed since release 2", self.refused_unchanged("--require", "k_anonymity(k=5)", words="asked for changed"))

    def test_every_change_is_seen(self):
        self.sync()
        for change in ["UPDATE visits SET disease = NULL WHERE name = 'Bob'", "UPDATE visits SET disease = '' WHERE name = 'Bob'",
                       "INSERT INTO visits SELECT * FROM visits LIMIT 1", "DELETE FROM visits WHERE name = 'Carol'",
                       "ALTER TABLE visits RENAME age TO years; ALTER TABLE visits RENAME zip TO age; ALTER TABLE visits RENAME years TO zip",
                       "UPDATE visits SET name = 'Bob2' WHERE name = 'Bob'"]:
            self.server.sql(f"DROP TABLE visits; CREATE TABLE visits AS SELECT * FROM patients; {change}")
            self.refused_unchanged(words="data changed since release 1")
        self.server.sql("DROP TABLE visits; CREATE TABLE visits AS SELECT * FROM patients")
        self.assertIn("nothing changed", self.sync())

    def test_a_series(self):
        """Three quarters of the ward, as the series and by themselves: what is known of whom."""
        self.server.sql("DROP TABLE IF EXISTS ward")
        self.server.load("ward", self.root / "examples/ward_q1.csv", {"age": "int"})
        url = self.server.url(table="ward")
        csv = [self.folder / f"r{n}.csv" for n in (1, 2, 3)]
        for n, quarter in enumerate(csv, 1):
            self.server.sql("TRUNCATE ward")
            self.server.sql("COPY ward FROM STDIN (FORMAT csv, HEADER)", stdin=(self.root / f"examples/ward_q{n}.csv").read_text())
            self.assertIn("series         m_invariance(m=3)", self.sync(*(["--method", "m_invariance", "-m", "3"] if n == 1 else []), url=url, policy=WARD))
            quarter.write_text(self.server.sql("COPY anon.ward TO STDOUT (FORMAT csv, HEADER)") + "\n")
            self.assertIn(f"nothing changed since release {n}", self.sync(url=url, policy=WARD))
        self.assertTrue(self.server.sql("SELECT sum(count) FROM anon.ward_counterfeits").isdigit())
        self.assertIn('"number": 3', self.server.sql("SELECT certificate FROM anon.scrim_certificates"))
        self.server.sql("DELETE FROM ward WHERE name = 'Ada'")
        self.refused_unchanged("--independent", url=url, policy=WARD, words="an independent release would break what it promises")
        # Somebody changes what the owner keeps: no release without the true history.
        self.server.sql("UPDATE anon_owner.scrim_files SET content = content || 'x'::bytea WHERE path LIKE '%history.json'")
        self.refused_unchanged(url=url, policy=WARD, words="cannot be trusted")

    def test_analysts_see_the_released_table_and_nothing_else(self):
        self.server.sql("DROP ROLE IF EXISTS analyst; CREATE ROLE analyst LOGIN")
        self.addCleanup(self.server.sql, "DROP OWNED BY analyst; DROP ROLE analyst")
        self.sync("--method", "m_invariance", "-m", "2", policy=WARD)
        self.server.sql("GRANT USAGE ON SCHEMA anon TO analyst; GRANT SELECT ON anon.visits, anon.scrim_certificates TO analyst")
        asks = lambda sql: self.server.sql(sql, user="analyst", check=False)
        self.assertEqual(asks("SELECT count(*) > 0 FROM anon.visits").stdout, "t\n")
        for secret in ["visits", "patients", "anon_owner.scrim_releases", "anon_owner.scrim_files"]:
            self.assertIn("permission denied", asks(f"SELECT * FROM {secret}").stderr, secret)
        self.assertEqual(asks("SELECT count(*) FROM pg_stats WHERE tablename IN ('visits', 'scrim_files') AND schemaname <> 'anon'").stdout, "0\n")

    def test_grants_are_kept_and_no_other_is_made(self):
        self.server.sql("DROP ROLE IF EXISTS reader; DROP ROLE IF EXISTS other; CREATE ROLE reader LOGIN; CREATE ROLE other LOGIN; CREATE SCHEMA anon; "
                        "ALTER DEFAULT PRIVILEGES IN SCHEMA anon GRANT SELECT ON TABLES TO reader, other")
        self.addCleanup(self.server.sql, "DROP OWNED BY reader; DROP OWNED BY other; DROP ROLE reader; DROP ROLE other")
        self.sync()
        rights = lambda: self.server.sql("SELECT relacl FROM pg_class WHERE oid = 'anon.visits'::regclass UNION ALL SELECT attacl FROM pg_attribute WHERE "
                                         "attrelid = 'anon.visits'::regclass AND attacl IS NOT NULL")
        self.assertIn("other=r", rights())  # as the schema's owner has it for every table
        self.server.sql("REVOKE ALL ON anon.visits FROM other; GRANT INSERT ON anon.visits TO reader WITH GRANT OPTION; GRANT SELECT (age) ON anon.visits TO PUBLIC")
        before = rights()
        self.server.sql("DELETE FROM visits WHERE name = 'Bob'")
        self.sync("--independent")
        self.assertEqual(rights(), before)
        self.assertNotIn("other", rights())

    def test_what_hangs_on_a_table_stays(self):
        self.sync()
        self.server.sql("CREATE VIEW anon.young AS SELECT * FROM anon.visits; CREATE INDEX ON anon.visits (zip); "
                        "ALTER TABLE anon.visits ENABLE ROW LEVEL SECURITY; CREATE POLICY p ON anon.visits USING (false)")
        self.server.sql("INSERT INTO visits SELECT 'X' || name, age, zip, disease FROM visits")
        self.assertIn("24 records", self.sync("--independent"))
        self.assertEqual(self.server.sql("SELECT count(*) FROM anon.young"), "24")
        self.assertEqual(self.server.sql("SELECT relrowsecurity FROM pg_class WHERE oid = 'anon.visits'::regclass"), "t")
        self.server.sql("ALTER TABLE visits ADD note text; UPDATE visits SET note = 'x'")
        self.refused_unchanged("--independent", "--insensitive", "note", words="something hangs on it")

    def test_what_the_server_makes_of_it_is_verified(self):
        """A trigger that changes rows on their way in: the verifier reads them back."""
        self.sync()
        self.server.sql("CREATE OR REPLACE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN NEW.disease := 'flu'; RETURN NEW; END$$; "
                        "CREATE TRIGGER t BEFORE INSERT ON anon.visits FOR EACH ROW EXECUTE FUNCTION spoil()")
        self.server.sql("DELETE FROM visits WHERE name = 'Bob'")
        before = self.state()
        process = self.start("sync", self.url, *PATIENTS, "--independent")
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("could not be confirmed by reading it back", err)
        self.assertEqual(self.state(), before)
        self.server.sql("DROP FUNCTION spoil CASCADE")

    def test_what_others_put_there_is_not_touched(self):
        self.server.sql("DROP ROLE IF EXISTS mallory; CREATE ROLE mallory LOGIN; GRANT CREATE ON DATABASE postgres TO mallory")
        self.addCleanup(self.server.sql, "DROP OWNED BY mallory CASCADE; DROP ROLE mallory")
        self.server.sql("CREATE SCHEMA anon_owner", user="mallory")
        self.refused_unchanged(words="schema 'anon_owner' belongs to role 'mallory'")
        self.server.sql("DROP SCHEMA anon_owner CASCADE; CREATE SCHEMA anon_owner; GRANT USAGE ON SCHEMA anon_owner TO mallory")
        self.refused_unchanged(words="other roles have rights on schema 'anon_owner'")
        self.server.sql("DROP SCHEMA anon_owner; CREATE SCHEMA anon; GRANT CREATE ON SCHEMA anon TO mallory")
        self.refused_unchanged(words="other roles may make tables in schema 'anon'")
        self.server.sql("REVOKE CREATE ON SCHEMA anon FROM mallory; CREATE TABLE anon.visits (a int)")
        self.refused_unchanged(words="anon.visits is there already and was not made by this role's sync")

    def test_defaults_do_not_open_what_the_owner_keeps(self):
        self.server.sql("DROP ROLE IF EXISTS lucky; CREATE ROLE lucky LOGIN; ALTER DEFAULT PRIVILEGES GRANT ALL ON SCHEMAS TO lucky; "
                        "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO lucky, PUBLIC")
        self.addCleanup(self.server.sql, "ALTER DEFAULT PRIVILEGES REVOKE ALL ON TABLES FROM PUBLIC; DROP OWNED BY lucky; DROP ROLE lucky")
        self.server.sql("CREATE SCHEMA anon; REVOKE ALL ON SCHEMA anon FROM lucky")
        self.sync()
        self.assertIn("permission denied for schema anon_owner", self.server.sql("SELECT * FROM anon_owner.scrim_releases", user="lucky", check=False).stderr)
        self.assertEqual(self.server.sql("SELECT count(*) FROM pg_class, aclexplode(relacl) WHERE relnamespace = 'anon_owner'::regnamespace AND "
                                         "relkind = 'r' AND grantee <> relowner"), "0")
        self.assertIn("nothing changed", self.sync())

    def test_rights_of_the_steward(self):
        self.server.sql("DROP ROLE IF EXISTS steward; CREATE ROLE steward LOGIN; GRANT SELECT ON visits TO steward")
        self.addCleanup(self.server.sql, "DROP SCHEMA IF EXISTS anon CASCADE; DROP SCHEMA IF EXISTS anon_owner CASCADE; DROP OWNED BY steward; DROP ROLE steward")
        url = self.server.url(table="visits", user="steward")
        self.refused_unchanged(url=url, words="permission denied for database")
        self.server.sql("GRANT CREATE ON DATABASE postgres TO steward")
        self.assertIn("release 1", self.sync(url=url))  # SELECT is all that the base table needs
        self.server.sql("REVOKE SELECT ON visits FROM steward")
        self.refused_unchanged(url=url, words="permission denied for table visits")

    def test_two_tables_together(self):
        self.server.sql("DROP SCHEMA IF EXISTS north CASCADE; CREATE SCHEMA north; CREATE TABLE north.more AS SELECT * FROM patients; "
                        "CREATE TABLE north.visits AS SELECT * FROM patients")
        both = ["--table", "visits", "--table", "north.more"]
        self.refused_unchanged("--table", "visits", "--table", "north.visits", url=self.server.url(), words="one name")
        self.assertIn("anon.more: release 1", self.sync(*both, url=self.server.url()))
        self.server.sql("DELETE FROM visits WHERE name = 'Bob'; UPDATE north.more SET zip = '99999'")
        self.refused_unchanged(*both, "--independent", url=self.server.url(), words="99999")  # the second cannot be: nor is the first
        self.refused_unchanged(url=self.server.url(table="anon.more"), words="what sync makes")

    def test_a_name_that_is_taken(self):
        self.server.sql("DROP SCHEMA IF EXISTS north CASCADE; CREATE SCHEMA north; CREATE TABLE north.visits AS SELECT * FROM patients; "
                        "DROP TABLE IF EXISTS visits_st; CREATE TABLE visits_st AS SELECT * FROM patients")
        policy = self.folder / "policy.yaml"
        policy.write_text("columns: {name: identifier, age: quasi_identifier, zip: quasi_identifier, disease: sensitive}\n"
                          "require: [l_diversity_distinct(l=2)]\nalgorithm: anatomy\n")
        self.assertIn("beside it      anon.visits_st", self.sync(policy=["--policy", policy]))
        self.assertEqual(self.server.sql("SELECT sum(count) FROM anon.visits_st"), "12")
        self.refused_unchanged(url=self.server.url(table="north.visits"), policy=["--policy", policy], words="anon.visits_qit was made of public.visits, and north.visits would take its place")
        self.refused_unchanged(url=self.server.url(table="visits_st"), words="anon.visits_st was made of public.visits")
        # Another kind of release: what no longer belongs to it goes.
        self.sync("--independent", "--memory", "300MB")
        self.assertEqual(self.server.sql("SELECT count(*) FROM pg_class WHERE relnamespace = 'anon'::regnamespace AND relkind = 'r'"), "2")
        self.assertEqual(self.server.sql("SELECT table_name, release FROM anon.scrim_certificates"), "visits|2")
        self.server.sql("DROP TABLE visits_st")

    def test_dry_run_and_json(self):
        self.assertIn("Nothing was changed.", self.sync("--dry-run"))
        self.assertEqual(self.state(), "")
        report = json.loads(self.sync("--json"))
        self.assertEqual((report["tables"][0]["outcome"], report["tables"][0]["tables"], report["owner_schema"]), ("released", ["visits"], "anon_owner"))

    def test_odd_names(self):
        name = 'v"; DROP TABLE visits; --\''
        double = '"' + name.replace('"', '""') + '"'
        self.server.sql(f"DROP TABLE IF EXISTS {double}; CREATE TABLE {double} AS SELECT * FROM patients")
        schema = "s'\"; DROP TABLE visits; --"
        self.sync("--schema", schema, url=self.server.url(table=name))
        inside = '"' + schema.replace('"', '""') + '"'
        self.assertEqual(self.server.sql(f"SELECT count(*) FROM {inside}.{double}"), "12")
        owner = '"' + schema.replace('"', '""') + '_owner"'
        self.server.sql(f"SELECT count(*) FROM visits; DROP SCHEMA {inside} CASCADE; DROP SCHEMA {owner} CASCADE; DROP TABLE {double}")
        for bad in ["pg_mine", "", "x" * 60]:
            self.refused_unchanged("--schema", bad, words="is no name for a schema")

    def test_gone_tables_are_not_made_anew(self):
        self.sync()
        self.server.sql("DROP TABLE anon.visits")
        self.refused_unchanged(words="anon.visits is gone, which was made of public.visits by release 1")

    # ------------------------------------------------------------------ in the middle

    def blocked(self):
        """A sync that waits in the middle of its transaction, because somebody has the certificates locked."""
        locker = subprocess.Popen([f"{self.server.bin}/psql", "-h", self.server.socket, "-U", "owner", "-d", "postgres", "-Xq"], stdin=subprocess.PIPE,
                                  stdout=subprocess.DEVNULL, text=True, cwd="/")
        locker.stdin.write("BEGIN; LOCK TABLE anon.scrim_certificates IN ACCESS EXCLUSIVE MODE;\n")
        locker.stdin.flush()
        self.addCleanup(locker.wait)
        self.addCleanup(locker.stdin.close)
        process = self.start("sync", self.url, *PATIENTS, "--independent")
        for _ in range(2000):
            pid = self.server.sql("SELECT pid FROM pg_stat_activity WHERE application_name = 'scrim' AND wait_event_type = 'Lock'")
            if pid:
                return process, pid, locker
            time.sleep(0.03)
        self.fail("it does not wait")

    def middle(self, end, code, words):
        self.sync()
        before = self.state()
        self.server.sql("DELETE FROM visits WHERE name = 'Bob'")
        process, pid, locker = self.blocked()
        self.assertIn("another sync is at work on schema 'anon'", self.sync(code=2))
        end(process, pid)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, err)
        self.assertIn(words, err)
        locker.stdin.write("ROLLBACK;\n")
        locker.stdin.flush()
        for _ in range(100):
            if self.server.sql(f"SELECT count(*) FROM pg_stat_activity WHERE pid = {pid}") == "0":
                break
            time.sleep(0.03)
        self.assertEqual(self.state(), before)
        self.assertIn("release 2", self.sync("--independent"))
        self.assertEqual(list(self.folder.glob("scrim-sync-*")), [])

    def test_killed(self):
        self.middle(lambda process, pid: process.kill(), -signal.SIGKILL, "")

    def test_stopped(self):
        self.middle(lambda process, pid: process.send_signal(signal.SIGINT), 130, "stopped on request")

    def test_thrown_out(self):
        self.middle(lambda process, pid: self.server.sql(f"SELECT pg_terminate_backend({pid})"), 2, "the connection to the server was lost")
