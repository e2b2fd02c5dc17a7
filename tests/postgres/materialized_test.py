"""Materialized views: labels only widen; what is kept goes along with the tables, whoever changes them and however."""
import threading

import libpq

TABLES = """
CREATE TABLE person (id int PRIMARY KEY, age int, zip text, note text);
INSERT INTO person SELECT i, 20 + i % 40, (10 + i % 7)::text, 'n' || i FROM generate_series(1, 40) i;
CALL scrim.run($$
CREATE DGH age_dgh;
CREATE DGH area_dgh;
$$);
SELECT scrim.insert_dgh('age_dgh', array_agg(c), array_agg(p)) FROM (
    SELECT i::text, (i / 10 * 10) || 's' FROM generate_series(20, 59) i
    UNION ALL SELECT '20s', 'young' UNION ALL SELECT '30s', 'young' UNION ALL SELECT '40s', 'old' UNION ALL SELECT '50s', 'old') e (c, p);
SELECT scrim.insert_dgh('area_dgh', array_agg(i::text), array_agg(CASE WHEN i < 13 THEN 'north' ELSE 'south' END)) FROM generate_series(10, 16) i;
"""
VIEW = """CALL scrim.run($$CREATE MATERIALIZED ANONYMIZATION_VIEW person_av ON (SELECT id, age, zip, note FROM person)
    WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, zip DGH_NAME area_dgh) K 3$$)"""

STEPS = {"young": ["20s", "30s"], "old": ["40s", "50s"], "north": ["10", "11", "12"], "south": ["13", "14", "15", "16"],
         "*": ["young", "old", "north", "south"], **{f"{d}0s": [str(d * 10 + i) for i in range(10)] for d in range(2, 6)}}


def leaves(label):
    return {label} if label not in STEPS else set().union(*(leaves(step) for step in STEPS[label]))


def make(bench):
    """The steward, who owns all, and an analyst."""
    steward = bench.session("steward")
    steward.run(TABLES)
    steward.run(VIEW)
    steward.run("GRANT SELECT ON person_av TO analyst")
    return steward, bench.session("analyst")


def shown(session):
    """Every row's labels, by what it is known by; and each group has its three."""
    rows = session.run("SELECT note, age::text, zip::text FROM person_av")
    groups = {}
    for note, age, zip_code in rows:
        groups.setdefault((age, zip_code), []).append(note)
    assert all(len(notes) >= 3 for notes in groups.values()), groups
    return {note: (age, zip_code) for note, age, zip_code in rows}


def assert_wider(before, after):
    for note, labels in before.items():
        for old, new in zip(labels, after.get(note, labels)):
            assert leaves(old) <= leaves(new), (note, before[note], after[note])


def is_true(session, view):
    """Each row's labels hold its values."""
    rows = session.run("SELECT v.note, p.age::text, p.zip, v.age::text, v.zip::text FROM person_av v JOIN person p USING (note)")
    assert len(rows) == int(session.value("SELECT count(*) FROM person"))
    for note, age, zip_code, age_label, zip_label in rows:
        assert age in leaves(age_label) and zip_code in leaves(zip_label), (note, age, zip_code, age_label, zip_label)


def test_labels_only_widen(bench):
    """A sequence of every kind of change; an analyst intersects the successive answers, row by row, and learns nothing more."""
    steward, analyst = make(bench)
    before = shown(analyst)
    first, known = dict(before), {note: [leaves(label) for label in labels] for note, labels in before.items()}
    changes = ["INSERT INTO person VALUES (101, 21, '10', 'x1')", "DELETE FROM person WHERE id % 9 = 0", "UPDATE person SET age = 59 WHERE id = 4",
               "BEGIN; INSERT INTO person SELECT i, 20 + i % 13, '12', 'x' || i FROM generate_series(110, 140) i; DELETE FROM person WHERE id BETWEEN 20 AND 25; COMMIT",
               "UPDATE person SET zip = '16', age = 20 WHERE id % 5 = 0", "DELETE FROM person WHERE age < 27", "UPDATE person SET id = id + 1000 WHERE id = 8",
               "BEGIN; DELETE FROM person WHERE id = 11; INSERT INTO person VALUES (11, 31, '14', 'n11'); COMMIT",
               "INSERT INTO person VALUES (12, 32, '15', 'n12') ON CONFLICT (id) DO UPDATE SET age = 22",
               "MERGE INTO person p USING (VALUES (13), (500)) s (i) ON p.id = s.i WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT VALUES (s.i, 44, '13', 'm')"]
    for change in changes:
        gone = {note for note in before if not steward.value(f"SELECT count(*) FROM person WHERE note = '{note}'") == "1"}
        steward.run(change)
        after = shown(analyst)
        is_true(steward, "person_av")
        same = {n: labels for n, labels in before.items() if n not in gone and (n != "n8" or "1000" not in change)}
        assert_wider(same, after)
        for note, labels in after.items():
            if note in known and note in first and note in same:
                known[note] = [old & leaves(label) for old, label in zip(known[note], labels)]
                assert known[note] == [leaves(label) for label in first[note]], (change, note)
            else:
                first[note], known[note] = labels, [leaves(label) for label in labels]
        before = after
    for plan in ("anonymize_then_select", "select_then_anonymize"):
        analyst.run(f"SET scrim.plan = '{plan}'")
        assert shown(analyst) == before
        expected = sum("31" in leaves(age) and "15" in leaves(zip_code) for age, zip_code in before.values())
        assert int(analyst.value("SELECT count(*) FROM person_av WHERE age = 31 AND zip = '15'")) == expected


def test_transactions(bench):
    """Rollback, savepoints, reading what the transaction itself has done, COPY and TRUNCATE."""
    steward, analyst = make(bench)
    before = shown(analyst)
    steward.run("BEGIN; DELETE FROM person WHERE id < 30")
    assert len(shown(steward)) == 11 and shown(analyst) == before
    steward.run("ROLLBACK")
    assert shown(analyst) == before == shown(steward)
    steward.run("BEGIN; INSERT INTO person VALUES (200, 20, '10', 'a'); SAVEPOINT s; DELETE FROM person WHERE id < 20")
    assert len(shown(steward)) == 22
    steward.run("ROLLBACK TO s; INSERT INTO person VALUES (201, 20, '10', 'b'); COMMIT")
    after = shown(analyst)
    assert set(after) - set(before) == {"a", "b"} and len(after) == 42
    assert_wider(before, after)
    steward.run("DO $$ BEGIN FOR i IN 300..340 LOOP BEGIN INSERT INTO person VALUES (i, 20 + i % 9, '11', 'c' || i); "
                "IF i % 3 = 0 THEN RAISE 'no'; END IF; EXCEPTION WHEN raise_exception THEN END; END LOOP; END $$")
    assert len(shown(analyst)) == 42 + 27
    is_true(steward, "person_av")
    steward.run("CREATE TEMP TABLE kept AS SELECT * FROM person; BEGIN; TRUNCATE person")
    assert steward.value("SELECT count(*) FROM person_av") == "0"
    steward.run("INSERT INTO person SELECT * FROM kept WHERE id > 5; COMMIT")
    assert len(shown(analyst)) == 69 - 5
    steward.run("TRUNCATE person")
    assert shown(analyst) == {}
    # Those who are too few are hidden, and stay so.
    steward.run("INSERT INTO person VALUES (1, 20, '10', 'few'), (2, 20, '10', 'too')")
    assert set(analyst.run("SELECT age::text, zip::text FROM person_av")[0]) == {"*"}
    # A value that the hierarchy lacks ends the transaction.
    error = steward.error("INSERT INTO person VALUES (3, 99, '10', 'old')")
    assert "DGH" in error.message and "99" not in error.message, error.everything()
    assert steward.error("INSERT INTO person VALUES (4, NULL, '10', 'd'), (5, 20, 'x', 'e')").message
    steward.run("INSERT INTO person VALUES (4, NULL, '10', 'd')")
    assert steward.value("SELECT count(*) FROM person_av") == "3"


def test_ways_around_the_triggers(bench):
    """What has not been settled is not answered, until the view is begun anew."""
    steward, analyst = make(bench)
    admin = bench.owner
    before = shown(analyst)

    def is_answered():
        try:
            return shown(analyst) != {}
        except libpq.Error:
            return False

    def refused():
        error = analyst.error("SELECT * FROM person_av")
        assert "refresh" in error.hint or "owner" in error.hint, error.everything()
        assert "refresh" in steward.error("SELECT * FROM person_av").hint
        analyst_error = analyst.error("SELECT scrim.refresh('person_av')")
        assert analyst_error.code == "42501"
        steward.run("SELECT scrim.refresh('person_av')")
        is_true(steward, "person_av")

    # As a replica: the triggers are called all the same.
    admin.run("SET session_replication_role = replica; DELETE FROM person WHERE id IN (1, 2); SET session_replication_role = origin")
    assert_wider(before, shown(analyst))
    assert len(shown(analyst)) == 38
    for change in ["ALTER TABLE person DISABLE TRIGGER scrim_follow", "ALTER TABLE person DISABLE TRIGGER ALL; UPDATE person SET age = 20; ALTER TABLE person ENABLE TRIGGER ALL",
                   "ALTER TABLE person DISABLE TRIGGER scrim_follow_truncate; ALTER TABLE person ENABLE ALWAYS TRIGGER scrim_follow_truncate",
                   "DROP TRIGGER scrim_follow ON person",
                   "DROP TRIGGER scrim_follow ON person; CREATE TRIGGER scrim_follow AFTER INSERT ON person FOR EACH ROW EXECUTE FUNCTION scrim.follow()",
                   "ALTER FOREIGN TABLE person_av OPTIONS (SET k '2')",
                   "ALTER FOREIGN TABLE person_av OPTIONS (SET k '1'); COMMIT; UPDATE person SET age = 22 WHERE id = 7; COMMIT; ALTER FOREIGN TABLE person_av OPTIONS (SET k '2')",
                   "ALTER TABLE person RENAME TO others; CREATE TABLE person AS SELECT * FROM others"]:
        steward.run(change)
        refused()
    # Behind everybody's back, as a broken restore might: what is kept is compared with what is there.
    kept = "scrim.edition_member"
    for change in [f"DELETE FROM {kept} WHERE id = '5'", f"UPDATE {kept} SET grp = (SELECT grp FROM {kept} WHERE id = '9') WHERE id = '6'",
                   f"INSERT INTO {kept} SELECT edition, 'ghost', grp, k, change FROM {kept} WHERE id = '7'", "UPDATE scrim.edition_group SET box = ARRAY['20', '10']",
                   "DELETE FROM scrim.materialized", "DELETE FROM scrim.edition", "UPDATE scrim.materialized SET said = ''"]:
        assert is_answered()
        admin.run(change)
        assert not is_answered(), change
        refused()
    # A rewrite of the table comes through no trigger, and is read again.
    before = shown(analyst)
    steward.run("ALTER TABLE person ALTER age TYPE bigint USING CASE WHEN id = 9 THEN 59 ELSE age END")
    is_true(steward, "person_av")
    # Tables that cannot be followed.
    steward.run("CREATE TABLE heir () INHERITS (person)")
    assert "cannot follow" in steward.error("SELECT * FROM person_av").message
    steward.run("DROP TABLE heir; CREATE TABLE parted (id int, age int, zip text, note text) PARTITION BY LIST (zip)")
    error = steward.error(VIEW.replace("FROM person", "FROM parted").replace("person_av", "parted_av"))
    assert "cannot follow" in error.message and steward.value("SELECT count(*) FROM scrim.views") == "1"
    admin.run("CREATE TABLE foreigners AS SELECT * FROM person; GRANT SELECT ON foreigners TO steward")
    assert steward.error(VIEW.replace("FROM person", "FROM foreigners").replace("person_av", "foreign_av")).code == "42501"


def test_writers_at_the_same_time(bench):
    """Two by two under READ COMMITTED, and eight at once; the one who sees too little is told to try again."""
    steward, analyst = make(bench)
    before = shown(analyst)
    a, b = bench.session("steward"), bench.session("steward")
    a.run("BEGIN; DELETE FROM person WHERE id IN (3, 4)")
    b.run("BEGIN; INSERT INTO person VALUES (300, 25, '12', 'b')")
    a.run("COMMIT")
    b.run("COMMIT")
    assert_wider(before, shown(analyst))
    is_true(steward, "person_av")
    for level in ("REPEATABLE READ", "SERIALIZABLE"):
        a.run(f"BEGIN ISOLATION LEVEL {level}; UPDATE person SET age = 41 WHERE id = 5")
        b.run(f"BEGIN ISOLATION LEVEL {level}; UPDATE person SET age = 42 WHERE id = 7")
        a.run("COMMIT")
        assert b.error("COMMIT").code == "40001"
        b.run(f"BEGIN ISOLATION LEVEL {level}; UPDATE person SET age = 42 WHERE id = 7; COMMIT")
        # What is old is answered from what was kept then.
        a.run(f"BEGIN ISOLATION LEVEL {level}; SELECT 1 FROM person LIMIT 1")
        old = shown(a)
        b.run("DELETE FROM person WHERE id % 4 = 2")
        assert shown(a) == old
        a.run("COMMIT")
        is_true(steward, "person_av")
    # One begins while another's change is not committed.
    b.run("BEGIN; DELETE FROM person WHERE id = 13")
    done = threading.Thread(target=lambda: a.run("SELECT scrim.refresh('person_av')"))
    done.start()
    done.join(0.3)
    assert done.is_alive()
    b.run("COMMIT")
    done.join()
    is_true(steward, "person_av")
    failed = []

    def write(number):
        session = libpq.Session(bench.server.where(bench.database, "steward"))
        try:
            for i in range(12):
                key = 1000 + number * 100 + i
                session.run(f"BEGIN; INSERT INTO person VALUES ({key}, {20 + (key * 7) % 40}, '{10 + key % 7}', 'w{key}'); "
                            f"UPDATE person SET age = age WHERE id = {key}; COMMIT")
                session.run("SELECT count(*) FROM person_av WHERE age = 25")
                if i % 3 == 2:
                    session.run(f"DELETE FROM person WHERE id = {key - 1}")
        except libpq.Error as error:
            failed.append(error.everything())
        session.close()

    writers = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert not failed, failed
    is_true(steward, "person_av")
    shown(analyst)


def test_sessions_that_remember(bench):
    """What a session has in memory of an old state catches up with what others have done, or is read again."""
    steward, analyst = make(bench)
    others = [bench.session("steward") for _ in range(3)]
    before = shown(analyst)
    change = 0
    for i, session in enumerate(others * 6):
        session.run(f"INSERT INTO person VALUES ({700 + i}, {20 + i * 7 % 40}, '{10 + i % 7}', 'm{i}'); DELETE FROM person WHERE id = {(i * 7) % 40 + 1}")
        if i == 9:  # a thousand changes later
            bench.owner.run("UPDATE scrim.materialized SET change = change + 2000 - change % 100 - 2")
        is_true(steward, "person_av")
        after = shown(analyst)
        assert_wider({note: labels for note, labels in before.items() if note in after}, after)
        before = after
    gone = "SELECT count(*) FROM scrim.edition_member WHERE grp = 4294967292"
    assert 5 < int(bench.owner.value(gone)) < 12, bench.owner.value(gone)


def test_two_phase_and_crash(bench):
    """A server that dies comes back with the tables and what is kept of them at the same commit."""
    steward, analyst = make(bench)
    steward.run("BEGIN; DELETE FROM person WHERE id = 40; PREPARE TRANSACTION 'p'")
    assert len(shown(analyst)) == 40
    steward.run("COMMIT PREPARED 'p'")
    assert len(shown(analyst)) == 39
    is_true(steward, "person_av")
    steward.run("BEGIN; DELETE FROM person WHERE id < 10; PREPARE TRANSACTION 'q'")
    steward.run("ROLLBACK PREPARED 'q'")
    steward.run("INSERT INTO person VALUES (41, 50, '16', 'n41')")
    is_true(steward, "person_av")
    for i in range(5):
        steward.run(f"INSERT INTO person VALUES ({500 + i}, 2{i}, '11', 'z{i}')")
    before = shown(analyst)
    steward.run("BEGIN; DELETE FROM person WHERE id < 20; SELECT count(*) FROM person_av")
    bench.server.crash()
    steward, analyst = bench.session("steward"), bench.session("analyst")
    bench.owner = bench.session()
    assert shown(analyst) == before
    is_true(steward, "person_av")
    steward.run("DELETE FROM person WHERE id < 20")
    assert_wider(before, shown(analyst))
    is_true(steward, "person_av")


def test_purposes(bench):
    """One edition for each purpose; a purpose that the profile comes to ask for has one of its own."""
    steward, analyst = make(bench)
    steward.run("""CREATE TABLE choice (id int, purpose text, k int); INSERT INTO choice SELECT id, 'study', 2 FROM person;
        CALL scrim.run($$CREATE MATERIALIZED ANONYMIZATION_VIEW p_av ON (SELECT id, age, zip, note FROM person) WITH ANONYMIZATION_ID id
            ANONYMIZATION_QUASI_ID (age DGH_NAME age_dgh, zip DGH_NAME area_dgh) id REFERENCES choice(k)$$)""")
    ask = lambda purpose: steward.run(f"SET scrim.purpose = '{purpose}'; SELECT note, age::text, zip::text, id FROM p_av ORDER BY note")
    assert {row[1] for row in ask("care")} == {"*"}
    study = ask("study")
    assert {row[1] for row in study} != {"*"} and {row[3] for row in study} == {None}
    steward.run("INSERT INTO choice SELECT id, 'care', CASE WHEN id < 10 THEN 0 ELSE 4 END FROM person")
    care = ask("care")
    assert sum(row[3] is not None for row in care) == 9 and ask("study") == study
    # Who wants to be shown again is in a group with others, and stays unnamed.
    steward.run("UPDATE choice SET k = 0 WHERE purpose = 'study' AND id = 20")
    assert ask("study") == study
    # Nobody's larger k is forgotten, by whoever it is kept.
    steward.run("UPDATE choice SET k = 3 WHERE purpose = 'study' AND k > 0")
    bench.session("steward").run("UPDATE choice SET k = 2 WHERE purpose = 'study' AND k > 0")
    assert {size for size, in bench.owner.run("SELECT DISTINCT m.k FROM scrim.edition_member m JOIN scrim.edition e ON e.number = m.edition WHERE e.purpose = 'study' AND m.id <> '20'")} == {"3"}
    study = ask("study")
    steward.run("INSERT INTO choice VALUES (900, 'study', 2); INSERT INTO person VALUES (900, 33, '14', 'y')")
    assert len(ask("study")) == 41
    steward.run("DELETE FROM choice WHERE id = 21")
    assert [row[1:] for row in ask("study") if row[0] == "n21"] == [["*", "*", None]]
    assert steward.value("SET scrim.purpose = ''; SELECT count(*) FROM p_av") == "41"


def test_lifecycle(bench):
    """Plain DDL, REFRESH, replacing and dropping; nobody else reads what is kept."""
    steward, analyst = make(bench)
    steward.run("""CREATE FOREIGN TABLE plain_av (id int OPTIONS (role 'identifier'), age scrim.label OPTIONS (role 'quasi_identifier', dgh 'age_dgh'), note text)
        SERVER scrim OPTIONS (query 'SELECT id, age, note FROM public.person', k '4', materialized 'true')""")
    assert "refresh" in steward.error("SELECT * FROM plain_av").hint
    steward.run("SELECT scrim.refresh('plain_av')")
    assert len(steward.run("SELECT * FROM plain_av")) == 40
    steward.run("CALL scrim.run('REFRESH MATERIALIZED ANONYMIZATION_VIEW plain_av')")
    for table in ("materialized", "followed", "edition", "edition_group", "edition_member"):
        for statement in (f"SELECT * FROM scrim.{table}", f"DELETE FROM scrim.{table}"):
            assert analyst.error(statement).code == steward.error(statement).code == "42501"
    # Nor by way of a view's query or its profile.
    form = """CREATE FOREIGN TABLE spy (id text OPTIONS (role 'identifier'), grp bigint, age scrim.label OPTIONS (role 'quasi_identifier'))
        SERVER scrim OPTIONS (query 'SELECT id, grp, 1 AS age FROM scrim.edition_member', k '1'{})"""
    for options in ("", ", materialized 'true'"):
        steward.run(form.format(options))
        assert "permission denied" in steward.error("SELECT * FROM spy").message
        steward.run("DROP FOREIGN TABLE spy")
    for clause in ("REQUIRE l_diversity_distinct(l=2)", "RECODE mondrian"):
        error = steward.error(VIEW.replace("person_av", "other_av").replace("K 3", "K 3 " + clause))
        assert error.code == "0A000", error.everything()
    assert "not materialized" in steward.error("CALL scrim.run('CREATE ANONYMIZATION_VIEW l_av ON (SELECT id, age FROM person) WITH ANONYMIZATION_ID id ANONYMIZATION_QUASI_ID (age) K 2; REFRESH ANONYMIZATION_VIEW l_av')").message
    steward.run(VIEW.replace("CREATE", "CREATE OR REPLACE").replace("K 3", "K 5"))
    assert all(int(row[0]) >= 5 for row in analyst.run("SELECT count(*) FROM person_av GROUP BY age, zip"))
    steward.run("DROP FOREIGN TABLE plain_av")
    assert bench.owner.run("SELECT count(DISTINCT view) FROM scrim.edition UNION ALL SELECT count(*) FROM scrim.materialized") == [["1"], ["1"]]
    steward.run(VIEW.replace("CREATE MATERIALIZED", "CREATE OR REPLACE"))
    assert bench.owner.value("SELECT count(*) FROM scrim.edition_member") == "0"
    steward.run("INSERT INTO person VALUES (77, 99, 'x', 'anything'); DROP TABLE person CASCADE")
    assert bench.owner.value("SELECT count(*) FROM scrim.followed") == "0"
