"""A database that is dumped and restored, and an extension that is updated: everything is there again."""
import hospital
import libpq
import materialized_test as kept


def restore(bench, name, *how):
    """A new database, from what pg_dump says of the test's."""
    path = bench.server.folder / "dump"
    said, code = bench.server.tool("pg_dump", "-U", "owner", "-Fc", "-f", str(path), bench.database)
    assert code == 0, said
    admin = bench.server.session()
    admin.run(f"CREATE DATABASE {name}")
    said, code = bench.server.tool("pg_restore", "-U", "owner", "-d", name, "--exit-on-error", *how, str(path))
    assert code == 0, said
    return lambda user: bench.server.session(name, user)


def test_materialized_views_come_back(bench):
    """With what is kept of them, so that labels go on widening where they were."""
    bench.server.folder.chmod(0o777)
    steward, analyst = kept.make(bench)
    hospital.make(bench)
    for change in ["INSERT INTO person SELECT i, 20 + i % 40, '14', 'x' || i FROM generate_series(50, 70) i", "DELETE FROM person WHERE id % 5 = 1"]:
        steward.run(change)
    before = kept.shown(analyst)
    session = restore(bench, "restored")
    restored, new_steward = session("analyst"), session("steward")
    assert kept.shown(restored) == before
    assert hospital.ordered(restored.run("SELECT * FROM patient_av")) == hospital.ordered(hospital.RESEARCH)
    for one, other in ((steward, analyst), (new_steward, restored)):
        one.run("INSERT INTO person VALUES (400, 55, '10', 'new'); DELETE FROM person WHERE id IN (9, 10, 12)")
        kept.is_true(one, "person_av")
        kept.assert_wider(before, kept.shown(other))
    assert kept.shown(restored) == kept.shown(analyst)
    assert not {grant for grant, in new_steward.run("SELECT grantee FROM scrim.grants")} - {"analyst"}
    # Rows that are loaded while triggers are off are not those that something is kept of.
    new_steward.run("TRUNCATE person")
    said, code = bench.server.tool("pg_restore", "-U", "owner", "-d", "restored", "--data-only", "--disable-triggers", "-t", "person",
                                   "--exit-on-error", str(bench.server.folder / "dump"))
    assert code == 0, said
    assert "owner" in restored.error("SELECT * FROM person_av").hint
    assert "refresh" in new_steward.error("SELECT * FROM person_av").hint
    new_steward.run("SELECT scrim.refresh('person_av')")
    kept.is_true(new_steward, "person_av")
    bench.server.close_sessions()
    bench.server.session().run("DROP DATABASE restored")


# Everything that the extension has made, in words.
MEMBERS = """SELECT pg_describe_object(classid, objid, objsubid), CASE classid
        WHEN 'pg_proc'::regclass THEN (SELECT pg_get_functiondef(objid) || proacl::text FROM pg_proc WHERE oid = objid AND prokind <> 'a')
        WHEN 'pg_class'::regclass THEN (SELECT relkind::text || coalesce(relacl::text, '') || (SELECT string_agg(attname || ' ' || format_type(atttypid, atttypmod)
            || attnotnull::text || coalesce(pg_get_expr(adbin, adrelid), ''), ', ' ORDER BY attnum) FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
            WHERE attrelid = objid AND attnum > 0) || coalesce((SELECT string_agg(pg_get_indexdef(indexrelid), ', ' ORDER BY indexrelid::regclass::text) FROM pg_index WHERE indrelid = objid), '')
            FROM pg_class WHERE oid = objid)
        WHEN 'pg_event_trigger'::regclass THEN (SELECT evtevent || evtenabled::text || coalesce(evttags::text, '') FROM pg_event_trigger WHERE oid = objid) END
    FROM pg_depend WHERE refclassid = 'pg_extension'::regclass AND refobjid = (SELECT oid FROM pg_extension WHERE extname = 'scrim') AND deptype = 'e'
    UNION ALL SELECT extversion, (SELECT string_agg(c::regclass::text, ', ' ORDER BY c::regclass::text) FROM unnest(extconfig) c) FROM pg_extension WHERE extname = 'scrim'
    ORDER BY 1"""


def test_updates_of_the_extension(bench):
    """From the first version, with views in it: the same objects as a new installation has, and the same answers."""
    admin = bench.server.session()
    admin.run("CREATE DATABASE old")
    old = bench.server.session("old")
    old.run("CREATE EXTENSION scrim VERSION '0.1.0'; GRANT USAGE ON FOREIGN SERVER scrim TO steward; GRANT CREATE ON SCHEMA public TO steward")
    steward, analyst = bench.server.session("old", "steward"), bench.server.session("old", "analyst")
    steward.run(hospital.TABLES)
    steward.run(hospital.VIEW)
    steward.run("CALL scrim.run($$CREATE OR REPLACE ANONYMIZATION_VIEW ages_av ON (SELECT name, age FROM patient) WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (age) K 3$$)")
    materialized = "CALL scrim.run($$CREATE MATERIALIZED ANONYMIZATION_VIEW m_av ON (SELECT name, zip FROM patient) WITH ANONYMIZATION_ID name ANONYMIZATION_QUASI_ID (zip DGH_NAME zip_dgh) K 3$$)"
    assert "ALTER EXTENSION scrim UPDATE" in steward.error(materialized).hint
    before = hospital.ordered(analyst.run("SELECT * FROM patient_av"))
    old.run("ALTER EXTENSION scrim UPDATE")
    assert hospital.ordered(analyst.run("SELECT * FROM patient_av")) == before == hospital.ordered(hospital.RESEARCH)
    assert old.run(MEMBERS) == bench.owner.run(MEMBERS) != []
    for session in (steward, bench.server.session("old", "steward")):
        session.run(materialized.replace("CREATE", "CREATE OR REPLACE"))
        assert session.value("SELECT count(*) FROM m_av") == "12"
    old.run("DROP EXTENSION scrim CASCADE")
    bench.server.close_sessions()
    bench.server.session().run("DROP DATABASE old")
