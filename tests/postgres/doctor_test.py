"""scrim.doctor(): every way around a view is found, and its remedy works."""
import hospital


def test_a_healthy_set_up(bench):
    steward, _ = hospital.make(bench)
    assert steward.run("SELECT role, way FROM scrim.doctor()") == [["owner", "is a superuser"]]


def test_every_way_is_found_and_closed(bench):
    steward, analyst = hospital.make(bench)
    owner = bench.owner
    owner.run("CREATE ROLE helper LOGIN; GRANT CREATE ON SCHEMA public TO steward")
    ways = [("GRANT SELECT ON patient TO analyst", "may SELECT"), ("GRANT SELECT (age) ON patient TO analyst", "some of its columns"),
            ("GRANT SELECT ON choice TO PUBLIC", "may SELECT"), ("GRANT TRIGGER ON patient TO analyst", "may TRIGGER"),
            ("GRANT steward TO helper", "rights of its owner"), ("GRANT pg_read_all_data TO analyst", "reads every table"),
            ("GRANT pg_read_all_stats TO analyst", "all statistics"), ("GRANT pg_read_server_files TO analyst", "server's files"),
            ("ALTER ROLE analyst REPLICATION", "replicate"), ("ALTER ROLE helper SUPERUSER", "superuser"),
            ("CREATE VIEW v AS SELECT * FROM patient; ALTER VIEW v OWNER TO steward; GRANT SELECT ON v TO analyst", "which is made of it"),
            ("CREATE FUNCTION leak() RETURNS text LANGUAGE sql SECURITY DEFINER AS 'SELECT 1::text'; ALTER FUNCTION leak() OWNER TO steward", "leak()"),
            ("CREATE PUBLICATION partly FOR TABLE patient", "is published"), ("CREATE PUBLICATION every FOR ALL TABLES", "everything is published")]
    for statement, said in ways:
        owner.run(statement)
        found = [row for row in owner.run("SELECT role, reaches, way, remedy FROM scrim.doctor() WHERE role <> 'owner'") if said in row[2]]
        assert found, (statement, owner.run("SELECT * FROM scrim.doctor()"))
        for row in found:
            owner.run(row[3].replace("(…)", "(age)"))
        left = [row for row in owner.run("SELECT role, reaches, way FROM scrim.doctor() WHERE role <> 'owner'")]
        assert not left, (statement, left)
    owner.run("DROP ROLE helper")
