-- Materialized views, and functions for stewards.
\echo Use "ALTER EXTENSION scrim UPDATE" to load this file. \quit

-- What is kept of materialized views, and how they follow their tables.
-- Nobody but the extension's own functions reads or changes these.
CREATE SEQUENCE scrim.edition_number AS integer;
CREATE TABLE scrim.materialized (view regclass PRIMARY KEY, said text NOT NULL, change bigint NOT NULL);
CREATE TABLE scrim.followed (
    base regclass NOT NULL, view regclass NOT NULL, id text NOT NULL, profile boolean NOT NULL, PRIMARY KEY (base, view));
CREATE TABLE scrim.edition (
    number integer PRIMARY KEY DEFAULT pg_catalog.nextval('scrim.edition_number'),
    view regclass NOT NULL, purpose text NOT NULL, recipient text NOT NULL, UNIQUE (view, purpose, recipient));
CREATE TABLE scrim.edition_group (
    edition integer NOT NULL, grp bigint NOT NULL, box text[] NOT NULL, change bigint NOT NULL, PRIMARY KEY (edition, grp));
CREATE INDEX edition_group_change ON scrim.edition_group (edition, change);
CREATE TABLE scrim.edition_member (
    edition integer NOT NULL, id text COLLATE "C" NOT NULL, grp bigint NOT NULL, k bigint NOT NULL, change bigint NOT NULL,
    PRIMARY KEY (edition, id));
CREATE INDEX edition_member_change ON scrim.edition_member (edition, change);
CREATE INDEX edition_member_group ON scrim.edition_member (edition, grp);
SELECT pg_catalog.pg_extension_config_dump('scrim.edition_number', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.materialized', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.followed', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.edition', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.edition_group', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.edition_member', '');

CREATE FUNCTION scrim.follow() RETURNS trigger AS 'MODULE_PATHNAME', 'scrim_follow' LANGUAGE C;
CREATE FUNCTION scrim.refresh(view regclass) RETURNS void AS 'MODULE_PATHNAME', 'scrim_refresh' LANGUAGE C STRICT;

-- Rows that are made anew by ALTER TABLE come through no trigger.
CREATE FUNCTION scrim.note_rewritten(base oid) RETURNS void AS 'MODULE_PATHNAME', 'scrim_note_rewritten' LANGUAGE C STRICT;
REVOKE EXECUTE ON FUNCTION scrim.note_rewritten(oid) FROM PUBLIC;
CREATE FUNCTION scrim.table_rewritten() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $rewritten$
BEGIN
    PERFORM scrim.note_rewritten(pg_event_trigger_table_rewrite_oid());
END $rewritten$;
REVOKE EXECUTE ON FUNCTION scrim.table_rewritten() FROM PUBLIC;
CREATE EVENT TRIGGER scrim_table_rewritten ON table_rewrite EXECUTE FUNCTION scrim.table_rewritten();
ALTER EVENT TRIGGER scrim_table_rewritten ENABLE ALWAYS;

-- While a trigger is off, changes go by unseen: from then on the view has to be begun anew.
CREATE FUNCTION scrim.table_altered() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $altered$
BEGIN
    UPDATE scrim.materialized m SET said = '', change = m.change + 1
    FROM scrim.followed f JOIN pg_event_trigger_ddl_commands() d ON d.classid = 'pg_class'::regclass AND d.objid = f.base
        JOIN pg_trigger t ON t.tgrelid = f.base AND t.tgfoid = 'scrim.follow()'::regprocedure AND t.tgenabled IN ('D', 'R')
    WHERE m.view = f.view;
END $altered$;
REVOKE EXECUTE ON FUNCTION scrim.table_altered() FROM PUBLIC;
CREATE EVENT TRIGGER scrim_table_altered ON ddl_command_end WHEN TAG IN ('ALTER TABLE') EXECUTE FUNCTION scrim.table_altered();
ALTER EVENT TRIGGER scrim_table_altered ENABLE ALWAYS;

-- What was kept of a view ends with it; and a trigger that is dropped is off.
CREATE OR REPLACE FUNCTION scrim.forget_dropped() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $forget$
BEGIN
    DELETE FROM scrim.granted g USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = g.view;
    UPDATE scrim.materialized m SET said = '', change = m.change + 1
    FROM scrim.followed f JOIN pg_event_trigger_dropped_objects() d ON d.object_type = 'trigger'
        AND d.address_names[3] IN ('scrim_follow', 'scrim_follow_truncate')
        AND f.base = to_regclass(format('%I.%I', d.address_names[1], d.address_names[2]))
    WHERE m.view = f.view;
    IF NOT EXISTS (SELECT FROM scrim.materialized m JOIN pg_event_trigger_dropped_objects() d
                   ON d.classid = 'pg_class'::regclass AND d.objid = m.view) THEN
        RETURN;
    END IF;
    DELETE FROM scrim.edition_member m USING scrim.edition e, pg_event_trigger_dropped_objects() d
    WHERE m.edition = e.number AND d.classid = 'pg_class'::regclass AND d.objid = e.view;
    DELETE FROM scrim.edition_group g USING scrim.edition e, pg_event_trigger_dropped_objects() d
    WHERE g.edition = e.number AND d.classid = 'pg_class'::regclass AND d.objid = e.view;
    DELETE FROM scrim.edition e USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = e.view;
    DELETE FROM scrim.followed f USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid IN (f.view, f.base);
    DELETE FROM scrim.materialized m USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = m.view;
END $forget$;
ALTER EVENT TRIGGER scrim_forget_dropped ENABLE ALWAYS;

-- Functions for stewards: they read with the rights of whoever calls them.
CREATE TABLE scrim.release_policy (name text PRIMARY KEY, owner regrole NOT NULL, yaml text NOT NULL);
SELECT pg_catalog.pg_extension_config_dump('scrim.release_policy', '');
CREATE FUNCTION scrim.create_release_policy(policy text, yaml text) RETURNS void
    AS 'MODULE_PATHNAME', 'scrim_create_release_policy' LANGUAGE C STRICT;
CREATE FUNCTION scrim.drop_release_policy(policy text) RETURNS void
    AS 'MODULE_PATHNAME', 'scrim_drop_release_policy' LANGUAGE C STRICT;

CREATE TYPE scrim.finding AS (
    kind text, name text, parameter text, attribute text, value float8, exact text, holds boolean, detail text);
CREATE FUNCTION scrim.check(source regclass, policy text, require text[] DEFAULT '{}', risk_threshold text DEFAULT '0.2',
        null_matches boolean DEFAULT false) RETURNS SETOF scrim.finding
    AS 'MODULE_PATHNAME', 'scrim_check' LANGUAGE C PARALLEL UNSAFE;

-- What tells of the original, for whoever published: never beside the release.
CREATE TABLE scrim.owner_file (
    released regclass PRIMARY KEY, owner regrole NOT NULL, made_at timestamptz NOT NULL, content json NOT NULL);
SELECT pg_catalog.pg_extension_config_dump('scrim.owner_file', '');
CREATE VIEW scrim.owner_files WITH (security_barrier) AS
    SELECT * FROM scrim.owner_file WHERE pg_catalog.pg_has_role(owner::oid, 'USAGE');
GRANT SELECT ON scrim.owner_files TO PUBLIC;
-- It goes with its release.
CREATE FUNCTION scrim.forget_releases() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $forget$
BEGIN
    DELETE FROM scrim.owner_file f USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = f.released;
END $forget$;
REVOKE EXECUTE ON FUNCTION scrim.forget_releases() FROM PUBLIC;
CREATE EVENT TRIGGER scrim_forget_releases ON sql_drop EXECUTE FUNCTION scrim.forget_releases();
ALTER EVENT TRIGGER scrim_forget_releases ENABLE ALWAYS;

CREATE FUNCTION scrim.publish(source regclass, policy text, schema text, algorithm text DEFAULT NULL,
        require text[] DEFAULT '{}', suppress text DEFAULT NULL,
        OUT released regclass, OUT certificate regclass, OUT made_by text, OUT records bigint, OUT suppressed bigint,
        OUT classes bigint, OUT highest_risk float8, OUT metric text, OUT loss float8, OUT notes text[]) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'scrim_publish' LANGUAGE C PARALLEL UNSAFE;

-- Statistical databases. The images hold the data: only the extension's own functions read them.
CREATE TABLE scrim.statdb (
    name text PRIMARY KEY, owner regrole NOT NULL, made_at timestamptz NOT NULL, m integer NOT NULL, records bigint NOT NULL,
    columns text[] NOT NULL, fingerprint text NOT NULL, image bytea NOT NULL);
ALTER TABLE scrim.statdb ALTER image SET STORAGE EXTERNAL;
CREATE TABLE scrim.statdb_granted (
    statdb text NOT NULL REFERENCES scrim.statdb (name) ON DELETE CASCADE, grantee regrole NOT NULL, PRIMARY KEY (statdb, grantee));
SELECT pg_catalog.pg_extension_config_dump('scrim.statdb', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.statdb_granted', '');
CREATE VIEW scrim.statdbs WITH (security_barrier) AS
    SELECT s.name, s.owner, s.made_at, s.m, s.records, s.columns FROM scrim.statdb s
    WHERE pg_catalog.pg_has_role(s.owner::oid, 'USAGE') OR EXISTS (
        SELECT FROM scrim.statdb_granted g WHERE g.statdb = s.name AND pg_catalog.pg_has_role(g.grantee::oid, 'USAGE'));
GRANT SELECT ON scrim.statdbs TO PUBLIC;
CREATE FUNCTION scrim.statdb_build(source regclass, policy text, m integer, statdb text DEFAULT NULL, builder text DEFAULT NULL,
        OUT name text, OUT records bigint, OUT buckets bigint, OUT largest_m bigint, OUT bytes bigint, OUT left_out text[],
        OUT notes text[]) RETURNS SETOF record
    AS 'MODULE_PATHNAME', 'scrim_statdb_build' LANGUAGE C PARALLEL UNSAFE;
-- How many people: surely not fewer than `lower` and not more than `upper`.
CREATE TYPE scrim.people AS (lower bigint, upper bigint, of bigint, m bigint, framework text);
CREATE FUNCTION scrim.statdb_count(statdb text, condition text DEFAULT '', framework text DEFAULT '') RETURNS SETOF scrim.people
    AS 'MODULE_PATHNAME', 'scrim_statdb_count' LANGUAGE C STABLE PARALLEL RESTRICTED ROWS 1 COST 10000;
CREATE FUNCTION scrim.statdb_change_grant(statdb text, grantee regrole, revoke boolean) RETURNS void
    AS 'MODULE_PATHNAME', 'scrim_statdb_grant' LANGUAGE C STRICT;
CREATE FUNCTION scrim.statdb_grant(statdb text, grantee regrole) RETURNS void
    LANGUAGE sql RETURN scrim.statdb_change_grant(statdb, grantee, false);
CREATE FUNCTION scrim.statdb_revoke(statdb text, grantee regrole) RETURNS void
    LANGUAGE sql RETURN scrim.statdb_change_grant(statdb, grantee, true);
CREATE FUNCTION scrim.statdb_drop(statdb text) RETURNS void AS 'MODULE_PATHNAME', 'scrim_statdb_drop' LANGUAGE C STRICT;
