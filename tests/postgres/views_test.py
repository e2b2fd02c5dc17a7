"""Views as foreign tables: statements and plain DDL, purposes, dependencies, dumps, data that change, bad input."""
import hospital
import libpq


def test_the_hospital(bench):
    steward, analyst = hospital.make(bench)
    assert hospital.ordered(analyst.run("SELECT * FROM patient_av")) == hospital.ordered(hospital.RESEARCH)
    steward.run("SET scrim.purpose = 'treatment'; SET scrim.recipient = 'nurse'")
    assert steward.run("SELECT name, age, zip, disease FROM patient_av ORDER BY name LIMIT 2") == [
        ["Alice", "21", "88512", "flu"], ["Bob", "23", "88514", "gastritis"]]
    steward.run("SET scrim.purpose = ''; SET scrim.recipient = ''")
    assert steward.run("SELECT DISTINCT age, zip, disease FROM patient_av") == [["*", "*", "any"]]


def test_purposes_are_granted(bench):
    steward, analyst = hospital.make(bench)
    analyst.run("SET scrim.purpose = 'treatment'; SET scrim.recipient = 'nurse'")
    error = analyst.error("SELECT * FROM patient_av")
    assert error.code == "42501" and "research" in error.hint, error.everything()
    analyst.run("SET scrim.purpose = 'Research'; SET scrim.recipient = 'LAB'")
    assert len(analyst.run("SELECT * FROM patient_av")) == 12
    stranger = bench.session("stranger")
    assert stranger.error("SELECT * FROM patient_av").code == "42501"
    for statement in ["SELECT scrim.grant('patient_av', 'stranger', 'treatment', 'nurse')",
                      "CALL scrim.run($$GRANT SELECT ON ANONYMIZATION_VIEW patient_av TO analyst PURPOSE treatment RECIPIENT nurse$$)",
                      "CALL scrim.run($$CREATE DGH mine$$)", "CALL scrim.run($$DROP DGH zip_dgh$$)", "DELETE FROM scrim.granted",
                      "INSERT INTO scrim.granted VALUES ('patient_av', 'analyst', 'treatment', 'nurse')",
                      "SELECT * FROM scrim.dgh_edge", "SELECT * FROM scrim.granted"]:
        assert analyst.error(statement).code in ("42501",), statement
    # By a role that somebody belongs to.
    bench.owner.run("CREATE ROLE nurses; GRANT nurses TO stranger")
    steward.run("GRANT SELECT ON patient_av TO nurses; SELECT scrim.grant('patient_av', 'nurses', 'treatment', 'nurse')")
    assert stranger.value("SELECT age FROM patient_av WHERE name = 'Carol'") == "24"
    assert stranger.run("SELECT grantee FROM scrim.grants") == [["nurses"]]
    steward.run("SELECT scrim.revoke('patient_av', 'nurses', 'treatment', 'nurse')")
    assert stranger.run("SELECT DISTINCT age FROM patient_av") == [["*"]]
    steward.run("CALL scrim.run($$REVOKE SELECT ON ANONYMIZATION_VIEW patient_av FROM analyst PURPOSE research RECIPIENT lab$$)")
    assert analyst.error("SELECT * FROM patient_av").code == "42501"
    bench.owner.run("DROP OWNED BY nurses; DROP ROLE nurses")


def test_plain_ddl(bench):
    steward, analyst = hospital.make(bench)
    steward.run("""CREATE FOREIGN TABLE plain_av (
        name text OPTIONS (role 'identifier'), age scrim.label OPTIONS (role 'quasi_identifier'),
        zip scrim.label OPTIONS (role 'quasi_identifier', dgh 'zip_dgh'),
        disease scrim.label OPTIONS (role 'sensitive', dgh 'disease_dgh'), ward int)
        SERVER scrim OPTIONS (query 'SELECT name, age, zip, disease, ward FROM public.patient',
                              profile 'name REFERENCES public.choice(k, sa_level)')""")
    steward.run("GRANT SELECT ON plain_av TO analyst; SELECT scrim.grant('plain_av', 'analyst', 'research', 'lab')")
    assert hospital.ordered(analyst.run("SELECT * FROM plain_av")) == hospital.ordered(hospital.RESEARCH)
    steward.run("""CREATE FOREIGN TABLE two_av (name text OPTIONS (role 'identifier'), age scrim.label OPTIONS (role 'quasi_identifier'),
        disease text OPTIONS (role 'sensitive')) SERVER scrim
        OPTIONS (query 'SELECT name, age, disease FROM public.patient', k '2', recode 'mondrian', require 'l_diversity_distinct(l=3)')""")
    assert steward.run("SELECT age, count(*) FROM two_av GROUP BY age ORDER BY age") == [["[21, 29]", "5"], ["[34, 58]", "7"]]


def test_data_that_change(bench):
    """The answer is always that of the data as the statement sees them, in this transaction and in others."""
    steward, analyst = hospital.make(bench)
    steward.run("SET scrim.purpose = 'research'; SET scrim.recipient = 'lab'")
    count = lambda session: int(session.value("SELECT count(*) FROM patient_av WHERE age = 44"))
    assert (count(steward), count(analyst)) == (5, 5)
    steward.run("BEGIN; DELETE FROM patient WHERE name IN ('Ivan', 'Judy')")
    assert (count(steward), count(analyst)) == (4, 5)
    steward.run("SAVEPOINT s; INSERT INTO patient VALUES ('Zoe', 44, '88621', 'flu', 1)")
    steward.run("INSERT INTO choice VALUES ('Zoe', 'research', 'lab', 0, 0)")
    assert count(steward) == 5
    steward.run("ROLLBACK TO s")
    assert count(steward) == 4
    steward.run("COMMIT")
    assert (count(steward), count(analyst)) == (4, 4)
    analyst.run("BEGIN ISOLATION LEVEL REPEATABLE READ")
    assert count(analyst) == 4
    steward.run("UPDATE choice SET k = 0 WHERE purpose = 'research'")
    assert count(analyst) == 4 and count(steward) == 1
    analyst.run("COMMIT")
    assert count(analyst) == 1


def test_hierarchies_that_grow(bench):
    """They are read again in sessions that know them."""
    steward, analyst = hospital.make(bench)
    ask = "SELECT count(*) FROM patient_av WHERE zip = '88700'"
    assert analyst.value(ask) == "1"
    steward.run("BEGIN; CALL scrim.run($$INSERT INTO DGH zip_dgh ('88700', '8862*')$$)")
    assert analyst.value(ask) == "1"
    steward.run("COMMIT")
    for plan in ("anonymize_then_select", "select_then_anonymize"):
        assert analyst.value(f"SET scrim.plan = '{plan}'; {ask}") == "5"


def test_cursors_and_prepared_statements(bench):
    steward, analyst = hospital.make(bench)
    analyst.run("PREPARE p (scrim.label) AS SELECT count(*) FROM patient_av WHERE zip = $1")
    for _ in range(7):
        assert analyst.value("EXECUTE p('88531')") == "6" and analyst.value("EXECUTE p('88622')") == "5"
    analyst.run("BEGIN; DECLARE c CURSOR FOR SELECT zip FROM patient_av WHERE zip = '88531'")
    assert len(analyst.run("FETCH 2 FROM c")) == 2
    analyst.run("SAVEPOINT s")
    assert len(analyst.run("FETCH 2 FROM c")) == 2
    analyst.run("ROLLBACK TO s")
    assert len(analyst.run("FETCH 10 FROM c")) in (2, 4)
    analyst.run("COMMIT; BEGIN; DECLARE h CURSOR WITH HOLD FOR SELECT zip FROM patient_av; COMMIT")
    assert len(analyst.run("FETCH ALL FROM h")) == 12
    assert analyst.run("SELECT v, (SELECT count(*) FROM patient_av WHERE zip = v) FROM (VALUES ('88531'), ('88622')) t (v)") == [
        ["88531", "6"], ["88622", "5"]]
    assert analyst.value("SELECT count(*) FROM patient_av a JOIN patient_av b ON a.zip = b.zip") == "86"


def test_rows_come_in_an_order_drawn_at_random(bench):
    steward, analyst = hospital.make(bench)
    owner = bench.owner
    owner.run("CREATE TABLE many (id int PRIMARY KEY, age int, note int); INSERT INTO many SELECT i, 30, i FROM generate_series(1, 50) i")
    owner.run("CALL scrim.run($$CREATE ANONYMIZATION_VIEW many_av ON (SELECT id, age, note FROM many) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) K 2$$)")
    owner.run("GRANT SELECT ON many_av TO analyst")
    orders = {tuple(row[0] for row in analyst.run("SELECT note FROM many_av")) for _ in range(4)}
    assert len(orders) == 4 and all(sorted(map(int, order)) == list(range(1, 51)) for order in orders)
    own = [row[0] for row in owner.run("SELECT note FROM many_av")]
    assert own == [str(i) for i in range(1, 51)]


def test_dependencies(bench):
    steward, _ = hospital.make(bench)
    for statement in ["DROP TABLE patient", "ALTER TABLE patient DROP COLUMN zip", "DROP TABLE choice"]:
        error = steward.error(statement)
        assert error.code == "2BP01" and "patient_av" in error.everything(), error.everything()
    error = steward.error("CALL scrim.run($$DROP DGH zip_dgh$$)")
    assert "patient_av" in error.message, error.everything()
    assert steward.error("CALL scrim.run($$CREATE DGH zip_dgh$$)").message
    steward.run("CALL scrim.run($$DROP DGH zip_dgh CASCADE$$)")
    assert steward.value("SELECT count(*) FROM scrim.views") == "0"
    steward.run("DROP TABLE patient")


def test_or_replace_keeps_grants(bench):
    steward, analyst = hospital.make(bench)
    steward.run("""CALL scrim.run($$CREATE OR REPLACE ANONYMIZATION_VIEW patient_av ON (SELECT name, age, zip FROM patient)
        WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age, zip) K 6$$)""")
    assert analyst.run("SELECT age, zip, count(*) FROM patient_av GROUP BY age, zip ORDER BY age") == [
        ["[21, 34]", "[88512, 88531]", "6"], ["[37, 58]", "*", "6"]]


def test_dump_and_restore(bench):
    steward, _ = hospital.make(bench)
    dumped, code = bench.server.tool("pg_dump", "-U", "owner", bench.database)
    assert code == 0, dumped
    admin = bench.server.session()
    admin.run("CREATE DATABASE restored")
    path = bench.server.folder / "dump.sql"
    path.write_text(dumped)
    said, code = bench.server.tool("psql", "-U", "owner", "-d", "restored", "-q", "-v", "ON_ERROR_STOP=1", "-f", str(path))
    assert code == 0, said
    analyst = bench.server.session("restored", "analyst")
    assert hospital.ordered(analyst.run("SELECT * FROM patient_av")) == hospital.ordered(hospital.RESEARCH)
    assert analyst.value("SELECT count(*) FROM patient_av WHERE zip = '88531'") == "6"
    analyst.close()
    admin.run("DROP DATABASE restored")


def test_bad_input(bench):
    """One clear ERROR, mostly with a HINT, and nothing left behind."""
    steward, _ = hospital.make(bench)
    view = "CALL scrim.run($$CREATE ANONYMIZATION_VIEW bad {}$$)".format
    form = "ON ({}) WITH ANONYMIZATION_ID {} ANONYMIZATION_QUASI_ID ({}) {}".format
    for statement, said in [
        (view(form("SELECT name, age FROM patient", "nam", "age", "K 2")), "'nam' is not a column"),
        (view(form("SELECT name, age FROM patient", "name", "aeg", "K 2")), "did you mean 'age'"),
        (view(form("SELECT name, age FROM nowhere", "name", "age", "K 2")), "nowhere"),
        (view(form("SELECT name, age FROM patient", "name", "age", "K -2")), "K"),
        (view(form("SELECT name, age FROM patient", "name", "age DGH_NAME none", "K 2")), "no DGH 'none'"),
        (view(form("SELECT name, age FROM patient", "name", "age", "name REFERENCES choice(kk)")), "'kk' is not a column"),
        (view(form("SELECT name, age FROM patient", "name", "age", "age REFERENCES choice(k)")), "no column 'age'"),
        (view(form("SELECT name, age FROM patient", "name", "age", "age REFERENCES choice(k) KEY name")), "one person"),
        (view(form("SELECT name, age FROM patient", "name", "age", "K 2 REQUIRE l_diversity(l=2)")), "l_diversity"),
        (view(form("SELECT name, age FROM patient_av", "name", "age", "K 2")), "foreign table"),
        (view(form("SELECT name, age FROM patient LIMIT 3", "name", "age", "K 2")), "LIMIT"),
        (view(form("SELECT name, random() AS age FROM patient", "name", "age", "K 2")), "random"),
        (view(form("SELECT name, age FROM patient WHERE name <> current_user", "name", "age", "K 2")), "current_user"),
        (view(form("SELECT name, age FROM patient WHERE name <> current_setting('a.b', true)", "name", "age", "K 2")), "current_setting"),
        (view(form("SELECT name, row_number() OVER () AS age FROM patient", "name", "age", "K 2")), "window"),
        (view(form("SELECT ARRAY_AGG(name) AS name, age FROM patient GROUP BY age", "name", "age", "K 2")), "array_agg"),
        (view(form("DELETE FROM patient", "name", "age", "K 2")), "SELECT"),
        (view(form("SELECT age::numeric AS name, age FROM patient", "name", "age", "K 2")), "print differently"),
        ("CALL scrim.run($$CREATE DGH a; INSERT INTO DGH a VALUES (1, 2), (2, 3), (3, 1)$$)", "1"),
        ("CALL scrim.run($$CREATE DGH a; INSERT INTO DGH a VALUES (1, 2), (1, 3)$$)", "1"),
        ("CALL scrim.run($$CREATE MATERIALIZED ANONYMIZATION_VIEW bad ON (SELECT ward, age FROM patient) WITH ANONYMIZATION_ID ward ANONYMIZATION_QUASI_ID (age) K 2$$)", "comes twice"),
        ("SELECT scrim.refresh('patient_av')", "not materialized"), ("SELECT scrim.refresh('patient')", "not an anonymization view"),
        ("CALL scrim.run($$SELECT 1$$)", "own statements"), ("CALL scrim.run($$CREATE ANONYMIZTION_VIEW x$$)", "did you mean"),
        ("CALL scrim.run($$DROP ANONYMIZATION_VIEW patient$$)", "not an anonymization view"),
        ("CREATE FOREIGN TABLE bad (a int) SERVER scrim OPTIONS (qery 'x')", "qery"),
        ("CREATE FOREIGN TABLE bad (a int) SERVER scrim OPTIONS (k '0')", "1 or more"),
        ("CREATE FOREIGN TABLE bad (a int OPTIONS (role 'king')) SERVER scrim OPTIONS (k '2')", "king"),
        ("SELECT scrim.grant('patient', 'analyst', 'x', 'y')", "not an anonymization view"),
    ]:
        error = steward.error(statement)
        assert said in error.everything(), (statement, error.everything())
        assert "internal error" not in error.message, (statement, error.everything())
    assert steward.run("SELECT view FROM scrim.views") == [["patient_av"]]
    assert steward.run("SELECT DISTINCT dgh FROM scrim.dghs ORDER BY 1") == [["disease_dgh"], ["zip_dgh"]]
    # What plain DDL says is found out when the view is asked.
    columns = "name text OPTIONS (role 'identifier'), age {} OPTIONS (role 'quasi_identifier')"
    for column, options, said in [
        ("scrim.label", "query 'SELECT name, age FROM public.nowhere', k '2'", "nowhere"),
        ("scrim.label", "query 'SELECT name, age FROM patient', k '2'", "patient"),
        ("int", "query 'SELECT name, age FROM public.patient', k '2'", "wrong type"),
        ("scrim.label", "query 'SELECT age FROM public.patient', k '2'", "'name' is not a column"),
        ("scrim.label", "k '2'", "has no query"),
        ("scrim.label", "query 'SELECT name, age FROM public.patient'", "one of the options k and profile"),
        ("scrim.label", "query 'SELECT name, age FROM public.patient) x (', k '2'", "syntax error"),
        ("scrim.label", "query 'SELECT name, age FROM public.patient', k '2', require 'nonsense'", "nonsense"),
        ("scrim.label", "query 'SELECT name, age FROM public.patient', profile 'name REFERENCES public.minus(k)'", "negative k"),
    ]:
        steward.run("DROP FOREIGN TABLE IF EXISTS bad; CREATE TABLE IF NOT EXISTS minus AS SELECT name, -1 AS k FROM patient")
        steward.run(f"CREATE FOREIGN TABLE bad ({columns.format(column)}) SERVER scrim OPTIONS ({options})")
        error = steward.error("SELECT * FROM bad")
        assert said in error.everything() and "internal error" not in error.message, (options, error.everything())
    # What is read changes under a view.
    steward.run("DROP FOREIGN TABLE bad; CREATE TABLE loose AS SELECT name, age FROM patient")
    steward.run(f"CREATE FOREIGN TABLE bad ({columns.format('scrim.label')}) SERVER scrim OPTIONS (query 'SELECT name, age FROM public.loose', k '2')")
    assert len(steward.run("SELECT * FROM bad")) == 12
    steward.run("ALTER TABLE loose ALTER name TYPE varchar")
    assert "wrong type" in steward.error("SELECT * FROM bad").message
    steward.run("DROP TABLE loose")
    assert "loose" in steward.error("SELECT * FROM bad").message
