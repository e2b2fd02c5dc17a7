"""Statistical databases in PostgreSQL: the answers of `scrim statdb query` on the same bytes, for whom they are granted to."""
import json
import pathlib
import subprocess
import tempfile

import libpq

POLICY = "columns:\n  id: identifier\n  age: quasi_identifier\n  zip: {role: quasi_identifier, hierarchy: zip_dgh, type: category}\n  disease: sensitive\n  note: dropped\n"
CONDITIONS = ["", "age < 30", "age BETWEEN 25 AND 44 AND disease = 'd3'", "zip = '8850*' AND disease IN ('d1', 'd2')", "zip <> '88512'",
              "NOT (age > 50 OR zip = '88501')", "disease = 'd0'", "age > 1000", "zip IS NULL", "age >= 20 AND (zip = '88503' OR age = 33)"]


def make(bench):
    steward = bench.session("steward")
    steward.run("""CALL scrim.run('CREATE DGH zip_dgh');
        CREATE TABLE people AS SELECT i AS id, 20 + i * 7 % 40 AS age, '885' || lpad((i * 13 % 30)::text, 2, '0') AS zip, 'd' || i * 11 % 9 AS disease, 'Carol' AS note FROM generate_series(1, 400) i;
        SELECT scrim.insert_dgh('zip_dgh', array_agg(z), array_agg(p)) FROM (SELECT DISTINCT zip z, left(zip, 4) || '*' p FROM people) x""")
    return steward


def test_answers_are_the_command_lines(bench):
    steward = make(bench)
    made = steward.run(f"SELECT name, records, largest_m, left_out FROM scrim.statdb_build('people', $${POLICY}$$, 5)")
    assert made == [["people", "400", "8", "{id,note}"]], made
    asked = {"anatomy": CONDITIONS, "generalization": [c for c in CONDITIONS if "zip" not in c]}  # which takes ranges alone
    counts = {framework: [steward.run(f"SELECT lower, upper FROM scrim.statdb_count('people', $c${condition}$c$, '{framework}')")[0] for condition in conditions]
              for framework, conditions in asked.items()}
    for condition, (lower, upper) in zip(CONDITIONS, counts["anatomy"]):
        if "885" not in condition or "*" not in condition:
            truth = steward.value(f"SELECT count(*) FROM people {'WHERE ' + condition if condition else ''}")
            assert int(lower) <= int(truth) <= int(upper), (condition, lower, truth, upper)
    assert counts["anatomy"][0] == ["400", "400"]
    assert steward.run("SELECT * FROM scrim.statdb_count('people')") == [["400", "400", "400", "5", "anatomy"]]
    program = bench.server.library.parent.parent / "scrim"
    if not program.exists():
        return
    with tempfile.TemporaryDirectory() as folder:
        image, questions = pathlib.Path(folder) / "people.statdb", pathlib.Path(folder) / "questions.sql"
        image.write_bytes(bytes.fromhex(bench.owner.value("SELECT encode(image, 'hex') FROM scrim.statdb")))
        for framework, mine in counts.items():
            questions.write_text("".join(f"SELECT COUNT(*) FROM StatDB{' WHERE ' + condition if condition else ''};\n" for condition in asked[framework]))
            done = subprocess.run([str(program), "statdb", "query", str(image), "--file", str(questions), "--framework", framework, "--json"], capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            found = []

            def gather(entry):
                if isinstance(entry, dict) and "lower" in entry and "upper" in entry:
                    found.append([str(entry["lower"]["exact"] if isinstance(entry["lower"], dict) else entry["lower"]),
                                  str(entry["upper"]["exact"] if isinstance(entry["upper"], dict) else entry["upper"])])
                elif isinstance(entry, (dict, list)):
                    for inner in entry.values() if isinstance(entry, dict) else entry:
                        gather(inner)

            gather(json.loads(done.stdout))
            assert found == mine, (framework, found, mine)


def test_who_may_ask(bench):
    """Those whom it is granted to, who can read neither the table nor the bytes; and nobody learns what there is besides."""
    steward, analyst, stranger = make(bench), bench.session("analyst"), bench.session("stranger")
    steward.run(f"SELECT scrim.statdb_build('people', $${POLICY}$$, 3, statdb => 'study')")
    ask = "SELECT lower, upper FROM scrim.statdb_count('study', 'age < 30')"
    truth = steward.run(ask)
    none = analyst.error(ask)
    assert none.code == "42704" and none.message == analyst.error(ask.replace("study", "nothing")).message.replace("nothing", "study")
    assert analyst.error("SELECT scrim.statdb_grant('study', 'analyst')").code == "42501"
    steward.run("SELECT scrim.statdb_grant('study', 'analyst')")
    assert analyst.run(ask) == truth and analyst.run("SELECT name, m, columns FROM scrim.statdbs") == [["study", "3", "{age,zip,disease}"]]
    assert stranger.error(ask).code == "42704" and stranger.run("SELECT * FROM scrim.statdbs") == []
    for reach in ("SELECT image FROM scrim.statdb", "SELECT * FROM scrim.statdb_granted", "INSERT INTO scrim.statdb_granted VALUES ('study', 'stranger')",
                  "SELECT * FROM people", "COPY scrim.statdb TO STDOUT", "SELECT scrim.statdb_drop('study')", "SELECT scrim.statdb_change_grant('study', 'stranger', false)",
                  "UPDATE scrim.statdb SET owner = 'analyst'"):
        assert analyst.error(reach).code == "42501", reach
    # The bytes are nobody's but the extension's, not the steward's either.
    assert steward.error("SELECT image FROM scrim.statdb").code == "42501"
    # EXECUTE is an ordinary right, too.
    bench.owner.run("REVOKE EXECUTE ON FUNCTION scrim.statdb_count FROM PUBLIC")
    assert analyst.error(ask).code == "42501"
    bench.owner.run("GRANT EXECUTE ON FUNCTION scrim.statdb_count TO analyst")
    assert analyst.run(ask) == truth
    # Shadows, settings, EXPLAIN, cursors.
    analyst.run("CREATE TEMP TABLE statdb (name text, fingerprint text, owner oid, image bytea); CREATE TEMP TABLE statdb_granted (statdb text, grantee oid); SET search_path = pg_temp, scrim, public")
    assert analyst.run(ask) == truth
    told = str(analyst.run(f"EXPLAIN (ANALYZE, VERBOSE, BUFFERS, TIMING OFF, SUMMARY OFF) {ask}"))
    assert "fingerprint" not in told and "Seq Scan" not in told, told
    assert analyst.run("SELECT * FROM pg_cursors") == []
    analyst.run("RESET search_path")
    for bad in ("age < ", "age < 30; DROP TABLE people", "age < 30 GROUP BY zip", "nobody = 1", "disease = 'd1' OR age < 3", "x' OR 'x' = 'x", "1) UNION SELECT note FROM people --"):
        error = analyst.error(f"SELECT * FROM scrim.statdb_count('study', $c${bad}$c$)")
        assert "Carol" not in error.everything() and error.code not in ("XX000", "42P01"), (bad, error.everything())
    bench.owner.run("SET scrim.fault = 'exception'")
    assert bench.owner.error(ask).code == "XX000"
    bench.owner.run("SET scrim.fault = 'none'")
    steward.run("SELECT scrim.statdb_revoke('study', 'analyst')")
    assert analyst.error(ask).code == "42704"
    steward.run("BEGIN; SELECT scrim.statdb_drop('study'); ROLLBACK")
    assert bench.owner.run(ask) == truth
    steward.run("SELECT scrim.statdb_drop('study')")
    assert bench.owner.error(ask).code == "42704"


def test_dealt_blindly(bench):
    """Buckets are dealt by the system's chance: two databases of one table answer alike only where nothing is dealt."""
    steward = make(bench)
    answers = set()
    for name in ("one", "two", "three"):
        steward.run(f"SELECT scrim.statdb_build('people', $${POLICY}$$, 8, statdb => '{name}')")
        answers.add(str(steward.run(f"SELECT c.lower, c.upper FROM generate_series(20, 59) a, scrim.statdb_count('{name}', 'age = ' || a || ' AND disease = ''d3''') c")))
    assert len(answers) > 1
    assert bench.owner.value("SELECT count(DISTINCT image) FROM scrim.statdb") == "3"


def test_bad_input(bench):
    steward = make(bench)
    for call, words in [("'people', $$P$$, 1", "m must be at least 2"), ("'people', $$P$$, -5", "m must be at least 2"), ("'people', $$P$$, 300", "300"),
                        ("'people', $$P$$, 4, builder => 'magic'", "there is no builder 'magic'"), ("'people', 'nobody', 4", "there is no release policy"),
                        ("'people', $$columns: {id: identifier, age: quasi_identifier, zip: dropped, disease: dropped, note: dropped}\n$$, 4", "one sensitive attribute")]:
        error = steward.error(f"SELECT * FROM scrim.statdb_build({call})".replace("$$P$$", f"$${POLICY}$$"))
        assert words in error.message and "\n" not in error.message, error.everything()
    steward.run(f"SELECT scrim.statdb_build('people', $${POLICY}$$, 4)")
    error = steward.error(f"SELECT scrim.statdb_build('people', $${POLICY}$$, 4)")
    assert "there is a statistical database 'people' already" in error.message and "more than 1/m" in error.hint
    bench.owner.run("ALTER TABLE people ENABLE ROW LEVEL SECURITY; ALTER TABLE people FORCE ROW LEVEL SECURITY")
    assert "row-level security" in steward.error(f"SELECT scrim.statdb_build('people', $${POLICY}$$, 4, statdb => 'other')").message
    assert bench.owner.value("SELECT count(*) FROM scrim.statdb") == "1"
