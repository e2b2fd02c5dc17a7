"""A fault ends the statement, never the server: exceptions, memory and errors at every crossing, and cancelling."""
import threading
import time

import hospital
import materialized_test as kept

FAULTS = {"exception": "XX000", "unknown": "XX000", "out_of_memory": "53200", "server_error": "XX000"}
QUESTIONS = ["SELECT count(*) FROM patient_av", "SELECT count(*) FROM patient_av WHERE zip = '88531'",
             "SELECT '88531'::scrim.label = zip FROM patient_av", "SELECT count(*) FROM patient_av a JOIN patient_av b ON a.zip = b.zip"]


def test_faults_end_the_statement(bench):
    hospital.make(bench)
    owner = bench.owner
    owner.run("SET scrim.purpose = 'research'; SET scrim.recipient = 'lab'")
    truth = [owner.run(question) for question in QUESTIONS]
    process = owner.value("SELECT pg_backend_pid()")
    for fault, code in FAULTS.items():
        for question in QUESTIONS:
            owner.run(f"SET scrim.fault = '{fault}'")
            error = owner.error(question)
            assert error.code == code, (fault, question, error.code, error.message)
            assert "injected exception" not in error.everything(), error.everything()
            owner.run("SET scrim.fault = 'none'")
        assert [owner.run(question) for question in QUESTIONS] == truth
    assert owner.value("SELECT pg_backend_pid()") == process


def test_faults_in_subtransactions(bench):
    """Thousands of caught faults leave no memory, no cursor and no rights behind."""
    hospital.make(bench)
    owner = bench.owner
    owner.run("SET scrim.purpose = 'research'; SET scrim.recipient = 'lab'")
    loop = """DO $$ DECLARE f text; i int; n int := 0; q text; BEGIN
        FOREACH f IN ARRAY ARRAY['exception', 'unknown', 'out_of_memory', 'server_error'] LOOP FOR i IN 1..{} LOOP
            BEGIN PERFORM set_config('scrim.fault', f, true); PERFORM count(*) FROM patient_av WHERE zip = '88531';
            EXCEPTION WHEN others THEN n := n + 1; END;
            BEGIN PERFORM set_config('scrim.fault', 'none', true); PERFORM 1 / (ward - ward) FROM patient_av;
            EXCEPTION WHEN division_by_zero THEN n := n + 1; END;
        END LOOP; END LOOP; RAISE NOTICE 'caught %', n; END $$"""
    memory = lambda: int(owner.value("SELECT (regexp_match(pg_read_file('/proc/self/status'), 'VmRSS:\\s+(\\d+)'))[1]::bigint"))
    owner.run(loop.format(50))
    before = memory()
    owner.run(loop.format(200))
    assert owner.notices[-1].strip().endswith("caught 1600"), owner.notices[-1]
    assert memory() - before < 20_000, (before, memory())
    assert owner.run("SELECT current_user, count(*) FROM pg_cursors") == [["owner", "0"]]
    assert owner.value("SHOW search_path") == '"$user", public' and owner.value("SHOW track_counts") == "on"


def test_faults_while_changes_are_settled(bench):
    """At a row that changes, before the commit, while it is written, at a refresh: the transaction ends, and nothing of it is there."""
    steward, analyst = kept.make(bench)
    owner = bench.owner
    before, process = kept.shown(analyst), owner.value("SELECT pg_backend_pid()")
    for fault, code in FAULTS.items():
        set_fault = f"SET LOCAL scrim.fault = '{fault}'"
        for transaction in [f"BEGIN; {set_fault}; DELETE FROM person WHERE id < 30", f"BEGIN; DELETE FROM person WHERE id < 30; {set_fault}; COMMIT",
                            f"BEGIN; INSERT INTO person VALUES (600, 25, '12', 'f'); {set_fault}; SELECT count(*) FROM person_av",
                            f"BEGIN; TRUNCATE person; {set_fault}; COMMIT", f"BEGIN; {set_fault}; SELECT scrim.refresh('person_av')"]:
            assert owner.error(transaction).code == code, (fault, transaction)
            owner.run("ROLLBACK")
            assert kept.shown(analyst) == before, (fault, transaction)
        # Caught, with what went before it kept.
        owner.run(f"""BEGIN; DELETE FROM person WHERE id = 40; DO $$ BEGIN PERFORM set_config('scrim.fault', '{fault}', true);
            DELETE FROM person WHERE id = 39; EXCEPTION WHEN others THEN END $$; SELECT count(*) FROM person_av; ROLLBACK""")
    owner.run("DELETE FROM person WHERE id = 40")
    kept.assert_wider(before, kept.shown(analyst))
    kept.is_true(steward, "person_av")
    assert owner.value("SELECT pg_backend_pid()") == process


def test_settings_and_rights_after_an_error(bench):
    """Whatever ends a base query, the session is the one that it was."""
    steward, analyst = hospital.make(bench)
    steward.run("CREATE VIEW bad AS SELECT name, age, 1 / (age - 51) AS x FROM patient")
    steward.run("CALL scrim.run($$CREATE ANONYMIZATION_VIEW bad_av ON (SELECT name, age, x FROM bad) WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age) K 2$$); GRANT SELECT ON bad_av TO analyst")
    analyst.run("SET TimeZone = 'Asia/Tokyo'; SET search_path = public")
    for _ in range(3):
        analyst.error("SELECT sum(x) FROM bad_av")
        assert analyst.run("SELECT current_user, current_setting('TimeZone'), current_setting('search_path'), current_setting('client_min_messages')") == [
            ["analyst", "Asia/Tokyo", "public", "notice"]]
        assert analyst.error("SELECT * FROM patient").code == "42501"
    analyst.run("BEGIN; SAVEPOINT s")
    analyst.error("SELECT sum(x) FROM bad_av")
    analyst.run("ROLLBACK TO s")
    assert analyst.error("SELECT * FROM patient").code == "42501"
    analyst.run("ROLLBACK")


def test_cancelling(bench):
    """At any point: while the base is read, while it is recoded, while an engine of ours spins."""
    owner = bench.owner
    owner.run("CREATE TABLE many AS SELECT i AS id, i % 90 AS age, (i * 7919) % 10007 AS place FROM generate_series(1, 150000) i")
    owner.run("CALL scrim.run($$CREATE ANONYMIZATION_VIEW many_av ON (SELECT id, age, place FROM many) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age, place) K 5$$)")
    for timeout in (5, 40, 120, 250):
        owner.run(f"SET statement_timeout = {timeout}")
        assert owner.error("SELECT count(*) FROM many_av WHERE age = 3").code == "57014", timeout
    owner.run("SET statement_timeout = 0; SET scrim.fault = 'spin'")
    process = owner.value("SELECT pg_backend_pid()")
    other = bench.session()

    def cancel():
        time.sleep(0.2)
        other.run(f"SELECT pg_cancel_backend({process})")

    canceller = threading.Thread(target=cancel)
    canceller.start()
    assert owner.error("SELECT count(*) FROM many_av").code == "57014"
    canceller.join()
    owner.run("SET scrim.fault = 'none'")
    assert owner.value("SELECT count(*) FROM many_av") == "150000"


def test_other_interrupts_do_not_cancel(bench):
    """Something may be pending that is no wish to end: backends are asked to log their memory while they work."""
    owner = bench.owner
    owner.run("CREATE TABLE many AS SELECT i AS id, i % 90 AS age, (i * 7919) % 1009 AS place FROM generate_series(1, 60000) i")
    owner.run("CALL scrim.run($$CREATE ANONYMIZATION_VIEW many_av ON (SELECT id, age, place FROM many) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age, place) K 5$$)")
    process, other, ended = owner.value("SELECT pg_backend_pid()"), bench.session(), threading.Event()

    def disturb():
        while not ended.wait(0.01):
            other.run(f"SELECT pg_log_backend_memory_contexts({process})")

    disturber = threading.Thread(target=disturb)
    disturber.start()
    try:
        for plan in ("anonymize_then_select", "select_then_anonymize"):
            assert owner.value(f"SET scrim.plan = '{plan}'; SELECT count(*) FROM many_av") == "60000"
            owner.run("CREATE TEMP TABLE IF NOT EXISTS changed (x int)")
    finally:
        ended.set()
        disturber.join()
