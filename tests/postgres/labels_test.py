"""The type scrim.label: "may be", identity, what labels say of themselves, and that nothing else changes its meaning."""
import hospital

ASKED = "SET scrim.purpose = 'research'; SET scrim.recipient = 'lab'"


def test_may_be(bench):
    steward, analyst = hospital.make(bench)
    for condition, count in [("zip = '88531'", 6), ("zip <> '88512'", 11), ("NOT zip = '88512'", 11), ("age = 30", 6),
                             ("30 = age", 6), ("age < 30", 8), ("age BETWEEN 30 AND 40", 10), ("age NOT BETWEEN 30 AND 40", 12),
                             ("age = '[30, 40]'", 10), ("zip LIKE '8853%'", 6), ("zip NOT LIKE '885%'", 5),
                             ("zip IN ('88512', '88514')", 8), ("zip NOT IN ('88512')", 11), ("zip = '885**'", 8),
                             ("zip = ANY (ARRAY['88512', '88514'])", 8), ("age = 28.5", 6), ("disease = 'flu'", 5),
                             ("zip::text = '885**'", 5), ("name = 'Carol'", 0), ("zip = '99999'", 1), ("zip = 'NULL'", 1)]:
        for plan in ("auto", "anonymize_then_select", "select_then_anonymize"):
            analyst.run(f"SET scrim.plan = '{plan}'")
            given = analyst.value(f"SELECT count(*) FROM patient_av WHERE {condition}")
            assert int(given) == count, (condition, plan, given)


def test_identity(bench):
    steward, analyst = hospital.make(bench)
    rows = analyst.run("SELECT age, count(*) FROM patient_av GROUP BY age ORDER BY age")
    assert rows == [["*", "1"], ["21", "1"], ["23", "1"], ["[24, 37]", "5"], ["[38, 57]", "4"]], rows
    assert analyst.value("SELECT count(*) FROM (SELECT DISTINCT zip FROM patient_av) d") == "5"
    assert analyst.run("SELECT min(zip), max(zip) FROM patient_av") == [["*", "8862*"]]
    assert analyst.run("SELECT age FROM patient_av UNION SELECT age FROM patient_av ORDER BY 1 DESC LIMIT 1") == [["[38, 57]"]]
    analyst.run("SET enable_hashagg = off")
    assert len(analyst.run("SELECT zip, disease FROM patient_av GROUP BY zip, disease")) == 10
    analyst.run("SET enable_sort = off; SET enable_hashagg = on")
    assert len(analyst.run("SELECT zip, disease FROM patient_av GROUP BY zip, disease")) == 10


def test_functions_and_casts(bench):
    steward, analyst = hospital.make(bench)
    one = lambda what: analyst.value(f"SELECT DISTINCT {what} FROM patient_av WHERE age::text = '[24, 37]'")
    assert (one("scrim.lower(age)"), one("scrim.upper(age)"), one("scrim.width(age)")) == ("24", "37", "13")
    assert (one("scrim.lower(zip)"), one("scrim.upper(zip)"), one("scrim.width(zip)")) == ("88512", "88531", "3")
    assert one("age::int4range") == "[24,38)" and one("age::nummultirange") == "{[24,37]}"
    assert one("scrim.covers(age, '[25, 30]')") == "t" and one("scrim.covers(age, '[25, 40]')") == "f"
    assert one("scrim.covers(zip, '88512')") == "t" and one("scrim.covers(zip, '88621')") == "f"
    hidden = analyst.run("SELECT scrim.lower(age), scrim.width(zip), age::int4range FROM patient_av WHERE age::text = '*'")
    assert hidden == [[None, None, "(,)"]], hidden
    steward.run("CREATE TABLE kept AS SELECT age, zip FROM patient_av")
    assert steward.value("SELECT count(*) FROM kept") == "12"


def test_dates(bench):
    owner = bench.owner
    owner.run("CREATE TABLE stay (id int, day date); INSERT INTO stay SELECT i, date '2024-01-01' + i FROM generate_series(1, 8) i")
    owner.run("CALL scrim.run($$CREATE ANONYMIZATION_VIEW av ON (SELECT id, day FROM stay) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (day) K 4$$)")
    for style in ("ISO, MDY", "German", "SQL, DMY"):
        owner.run(f"SET DateStyle = '{style}'")
        assert owner.run("SELECT day, count(*) FROM av GROUP BY day ORDER BY day") == [
            ["[2024-01-02, 2024-01-05]", "4"], ["[2024-01-06, 2024-01-09]", "4"]]
        assert owner.value("SELECT count(*) FROM av WHERE day = date '2024-01-03'") == "4"
        assert owner.value("SELECT count(*) FROM av, (VALUES (date '2024-01-07')) d (x) WHERE day = x") == "4"
    owner.run("RESET DateStyle")
    assert owner.value("SELECT DISTINCT day::daterange FROM av ORDER BY 1 LIMIT 1") == "[2024-01-02,2024-01-06)"


def test_other_types_compare_as_before(bench):
    owner = bench.owner
    owner.run("CREATE TYPE mood AS ENUM ('good', 'bad'); CREATE DOMAIN code AS text")
    assert owner.run("""SELECT 'good'::mood = 'good', 'bad' <> 'good'::mood, '[1,3)'::int4range = '[1,3)', ARRAY[1, 2] = '{1,2}',
        '{"a": 1}'::jsonb = '{"a": 1}', 'x'::varchar = 'x', 'x'::code = 'x', ROW(1, 2) = ROW(1, 2), '1' = '1', 1 < '2',
        'a'::char(3) = 'a', '1.0'::numeric = '1', 'abc' LIKE 'a%', 'a'::name = 'a', inet '1.2.3.4' = '1.2.3.4'""") == [["t"] * 15]
