-- Scrim inside PostgreSQL. CREATE EXTENSION scrim reads this.
\echo Use "CREATE EXTENSION scrim" to load this file. \quit

GRANT USAGE ON SCHEMA scrim TO PUBLIC;

-- What views are made of. Only the extension's own functions read and change these tables.
CREATE SEQUENCE scrim.dgh_id AS integer;
CREATE SEQUENCE scrim.dgh_place;
CREATE TABLE scrim.dgh (
    name text PRIMARY KEY,
    id integer NOT NULL UNIQUE DEFAULT pg_catalog.nextval('scrim.dgh_id'),
    owner regrole NOT NULL);
CREATE TABLE scrim.dgh_edge (
    dgh integer NOT NULL REFERENCES scrim.dgh (id) ON DELETE CASCADE,
    place bigint NOT NULL DEFAULT pg_catalog.nextval('scrim.dgh_place'),
    child text NOT NULL,
    parent text NOT NULL,
    PRIMARY KEY (dgh, child, parent));
CREATE TABLE scrim.policy (name text PRIMARY KEY, owner regrole NOT NULL, since text NOT NULL);
CREATE TABLE scrim.policy_rule (
    policy text NOT NULL REFERENCES scrim.policy (name) ON DELETE CASCADE,
    purpose text NOT NULL, recipient text NOT NULL, attribute text NOT NULL, choice text NOT NULL, retention text NOT NULL);
CREATE TABLE scrim.granted (
    view regclass NOT NULL, grantee regrole NOT NULL, purpose text NOT NULL, recipient text NOT NULL,
    PRIMARY KEY (view, grantee, purpose, recipient));
SELECT pg_catalog.pg_extension_config_dump('scrim.dgh_id', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.dgh_place', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.dgh', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.dgh_edge', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.policy', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.policy_rule', '');
SELECT pg_catalog.pg_extension_config_dump('scrim.granted', '');

CREATE FUNCTION scrim.dgh_changed() RETURNS trigger AS 'MODULE_PATHNAME', 'scrim_dgh_changed' LANGUAGE C;
CREATE TRIGGER changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON scrim.dgh_edge
    FOR EACH STATEMENT EXECUTE FUNCTION scrim.dgh_changed();

-- Labels: what a view shows in place of a value.
CREATE TYPE scrim.label;
CREATE FUNCTION scrim.label_in(cstring) RETURNS scrim.label
    AS 'MODULE_PATHNAME', 'label_in' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.label_out(scrim.label) RETURNS cstring
    AS 'MODULE_PATHNAME', 'label_out' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.label_receive(internal) RETURNS scrim.label
    AS 'MODULE_PATHNAME', 'label_receive' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.label_send(scrim.label) RETURNS bytea
    AS 'MODULE_PATHNAME', 'label_send' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE TYPE scrim.label (
    INPUT = scrim.label_in, OUTPUT = scrim.label_out, RECEIVE = scrim.label_receive, SEND = scrim.label_send,
    INTERNALLENGTH = VARIABLE, ALIGNMENT = int4, STORAGE = extended);

-- "May be": in no family of operators, so that no index, no hash and no merge joins by it, and nothing is concluded from
-- it but by asking. In pg_catalog, so that it is found under every search path. NOT turns = into <>, "may be something
-- else".
CREATE FUNCTION scrim.may_eq(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_eq' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_eq_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_eq_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_eq_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_eq_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ne(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ne' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ne_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ne_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ne_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ne_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_lt(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_lt' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_lt_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_lt_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_lt_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_lt_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_le(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_le' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_le_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_le_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_le_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_le_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_gt(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_gt' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_gt_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_gt_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_gt_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_gt_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ge(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ge' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ge_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ge_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_ge_from_value(anyelement, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_ge_from_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_like(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_like' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_like_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_like_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_unlike(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_unlike' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;
CREATE FUNCTION scrim.may_unlike_value(scrim.label, anyelement) RETURNS boolean
    AS 'MODULE_PATHNAME', 'may_unlike_value' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED COST 5;

CREATE OPERATOR pg_catalog.= (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_eq, COMMUTATOR = OPERATOR(pg_catalog.=),
    NEGATOR = OPERATOR(pg_catalog.<>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.= (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_eq_value, COMMUTATOR = OPERATOR(pg_catalog.=),
    NEGATOR = OPERATOR(pg_catalog.<>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.= (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_eq_from_value, COMMUTATOR = OPERATOR(pg_catalog.=),
    NEGATOR = OPERATOR(pg_catalog.<>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.<> (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_ne, COMMUTATOR = OPERATOR(pg_catalog.<>),
    NEGATOR = OPERATOR(pg_catalog.=), RESTRICT = matchingsel, JOIN = matchingjoinsel);
CREATE OPERATOR pg_catalog.<> (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_ne_value, COMMUTATOR = OPERATOR(pg_catalog.<>),
    NEGATOR = OPERATOR(pg_catalog.=), RESTRICT = matchingsel, JOIN = matchingjoinsel);
CREATE OPERATOR pg_catalog.<> (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_ne_from_value, COMMUTATOR = OPERATOR(pg_catalog.<>),
    NEGATOR = OPERATOR(pg_catalog.=), RESTRICT = matchingsel, JOIN = matchingjoinsel);
CREATE OPERATOR pg_catalog.< (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_lt, COMMUTATOR = OPERATOR(pg_catalog.>),
    NEGATOR = OPERATOR(pg_catalog.>=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.< (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_lt_value, COMMUTATOR = OPERATOR(pg_catalog.>),
    NEGATOR = OPERATOR(pg_catalog.>=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.< (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_lt_from_value, COMMUTATOR = OPERATOR(pg_catalog.>),
    NEGATOR = OPERATOR(pg_catalog.>=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.<= (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_le, COMMUTATOR = OPERATOR(pg_catalog.>=),
    NEGATOR = OPERATOR(pg_catalog.>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.<= (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_le_value, COMMUTATOR = OPERATOR(pg_catalog.>=),
    NEGATOR = OPERATOR(pg_catalog.>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.<= (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_le_from_value, COMMUTATOR = OPERATOR(pg_catalog.>=),
    NEGATOR = OPERATOR(pg_catalog.>), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.> (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_gt, COMMUTATOR = OPERATOR(pg_catalog.<),
    NEGATOR = OPERATOR(pg_catalog.<=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.> (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_gt_value, COMMUTATOR = OPERATOR(pg_catalog.<),
    NEGATOR = OPERATOR(pg_catalog.<=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.> (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_gt_from_value, COMMUTATOR = OPERATOR(pg_catalog.<),
    NEGATOR = OPERATOR(pg_catalog.<=), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.>= (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_ge, COMMUTATOR = OPERATOR(pg_catalog.<=),
    NEGATOR = OPERATOR(pg_catalog.<), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.>= (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_ge_value, COMMUTATOR = OPERATOR(pg_catalog.<=),
    NEGATOR = OPERATOR(pg_catalog.<), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.>= (LEFTARG = anyelement, RIGHTARG = scrim.label, FUNCTION = scrim.may_ge_from_value, COMMUTATOR = OPERATOR(pg_catalog.<=),
    NEGATOR = OPERATOR(pg_catalog.<), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.~~ (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_like,
    NEGATOR = OPERATOR(pg_catalog.!~~), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.~~ (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_like_value,
    NEGATOR = OPERATOR(pg_catalog.!~~), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR pg_catalog.!~~ (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.may_unlike,
    NEGATOR = OPERATOR(pg_catalog.~~), RESTRICT = matchingsel, JOIN = matchingjoinsel);
CREATE OPERATOR pg_catalog.!~~ (LEFTARG = scrim.label, RIGHTARG = anyelement, FUNCTION = scrim.may_unlike_value,
    NEGATOR = OPERATOR(pg_catalog.~~), RESTRICT = matchingsel, JOIN = matchingjoinsel);

-- Identity: the same label. GROUP BY, DISTINCT, UNION and ORDER BY go by it.
CREATE FUNCTION scrim.label_same(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_same' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.label_before(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_before' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.label_not_behind(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_not_behind' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.label_behind(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_behind' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.label_not_before(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_not_before' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.label_compare(scrim.label, scrim.label) RETURNS integer
    AS 'MODULE_PATHNAME', 'label_compare' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.label_hash(scrim.label) RETURNS integer
    AS 'MODULE_PATHNAME', 'label_hash' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE OPERATOR scrim.=== (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.label_same,
    COMMUTATOR = OPERATOR(scrim.===), RESTRICT = contsel, JOIN = contjoinsel, HASHES, MERGES);
CREATE OPERATOR scrim.<# (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.label_before,
    COMMUTATOR = OPERATOR(scrim.>#), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR scrim.<=# (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.label_not_behind,
    COMMUTATOR = OPERATOR(scrim.>=#), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR scrim.># (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.label_behind,
    COMMUTATOR = OPERATOR(scrim.<#), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR scrim.>=# (LEFTARG = scrim.label, RIGHTARG = scrim.label, FUNCTION = scrim.label_not_before,
    COMMUTATOR = OPERATOR(scrim.<=#), RESTRICT = contsel, JOIN = contjoinsel);
CREATE OPERATOR CLASS scrim.label_order DEFAULT FOR TYPE scrim.label USING btree AS
    OPERATOR 1 scrim.<#, OPERATOR 2 scrim.<=#, OPERATOR 3 scrim.===, OPERATOR 4 scrim.>=#, OPERATOR 5 scrim.>#,
    FUNCTION 1 scrim.label_compare(scrim.label, scrim.label);
CREATE OPERATOR CLASS scrim.label_identity DEFAULT FOR TYPE scrim.label USING hash AS
    OPERATOR 1 scrim.===, FUNCTION 1 scrim.label_hash(scrim.label);
CREATE FUNCTION scrim.smaller(scrim.label, scrim.label) RETURNS scrim.label LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN CASE WHEN $1 OPERATOR(scrim.<=#) $2 THEN $1 ELSE $2 END;
CREATE FUNCTION scrim.larger(scrim.label, scrim.label) RETURNS scrim.label LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN CASE WHEN $1 OPERATOR(scrim.>=#) $2 THEN $1 ELSE $2 END;
CREATE AGGREGATE pg_catalog.min(scrim.label) (SFUNC = scrim.smaller, STYPE = scrim.label, SORTOP = OPERATOR(scrim.<#));
CREATE AGGREGATE pg_catalog.max(scrim.label) (SFUNC = scrim.larger, STYPE = scrim.label, SORTOP = OPERATOR(scrim.>#));

-- What a label says of itself.
CREATE FUNCTION scrim.text(scrim.label) RETURNS text
    AS 'MODULE_PATHNAME', 'label_text' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.kind(scrim.label) RETURNS text
    AS 'MODULE_PATHNAME', 'label_kind' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.leaves(scrim.label) RETURNS integer
    AS 'MODULE_PATHNAME', 'label_leaves' LANGUAGE C IMMUTABLE STRICT PARALLEL SAFE;
CREATE FUNCTION scrim.lower(scrim.label) RETURNS text
    AS 'MODULE_PATHNAME', 'label_lower' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.upper(scrim.label) RETURNS text
    AS 'MODULE_PATHNAME', 'label_upper' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.covers(scrim.label, scrim.label) RETURNS boolean
    AS 'MODULE_PATHNAME', 'label_covers' LANGUAGE C STABLE STRICT PARALLEL RESTRICTED;
CREATE FUNCTION scrim.covers(scrim.label, text) RETURNS boolean LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN scrim.covers($1, scrim.label_in(pg_catalog.textout($2)));
-- Of numbers the difference of the ends, of dates and times the days, of a hierarchy's node its leaves; NULL if hidden.
CREATE FUNCTION scrim.width(scrim.label) RETURNS numeric LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN CASE scrim.kind($1) WHEN 'n' THEN scrim.upper($1)::numeric - scrim.lower($1)::numeric
        WHEN 't' THEN extract(epoch FROM scrim.upper($1)::timestamp - scrim.lower($1)::timestamp) / 86400
        WHEN 'd' THEN scrim.leaves($1) END;
CREATE CAST (scrim.label AS text) WITH FUNCTION scrim.text(scrim.label) AS ASSIGNMENT;
CREATE FUNCTION scrim.int4range(scrim.label) RETURNS int4range LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.int4range(scrim.lower($1)::int4, scrim.upper($1)::int4, '[]');
CREATE CAST (scrim.label AS int4range) WITH FUNCTION scrim.int4range(scrim.label);
CREATE FUNCTION scrim.int4multirange(scrim.label) RETURNS int4multirange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.int4multirange(scrim.int4range($1));
CREATE CAST (scrim.label AS int4multirange) WITH FUNCTION scrim.int4multirange(scrim.label);
CREATE FUNCTION scrim.int8range(scrim.label) RETURNS int8range LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.int8range(scrim.lower($1)::int8, scrim.upper($1)::int8, '[]');
CREATE CAST (scrim.label AS int8range) WITH FUNCTION scrim.int8range(scrim.label);
CREATE FUNCTION scrim.int8multirange(scrim.label) RETURNS int8multirange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.int8multirange(scrim.int8range($1));
CREATE CAST (scrim.label AS int8multirange) WITH FUNCTION scrim.int8multirange(scrim.label);
CREATE FUNCTION scrim.numrange(scrim.label) RETURNS numrange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.numrange(scrim.lower($1)::numeric, scrim.upper($1)::numeric, '[]');
CREATE CAST (scrim.label AS numrange) WITH FUNCTION scrim.numrange(scrim.label);
CREATE FUNCTION scrim.nummultirange(scrim.label) RETURNS nummultirange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.nummultirange(scrim.numrange($1));
CREATE CAST (scrim.label AS nummultirange) WITH FUNCTION scrim.nummultirange(scrim.label);
CREATE FUNCTION scrim.daterange(scrim.label) RETURNS daterange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.daterange(scrim.lower($1)::date, scrim.upper($1)::date, '[]');
CREATE CAST (scrim.label AS daterange) WITH FUNCTION scrim.daterange(scrim.label);
CREATE FUNCTION scrim.datemultirange(scrim.label) RETURNS datemultirange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.datemultirange(scrim.daterange($1));
CREATE CAST (scrim.label AS datemultirange) WITH FUNCTION scrim.datemultirange(scrim.label);
CREATE FUNCTION scrim.tsrange(scrim.label) RETURNS tsrange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.tsrange(scrim.lower($1)::timestamp, scrim.upper($1)::timestamp, '[]');
CREATE CAST (scrim.label AS tsrange) WITH FUNCTION scrim.tsrange(scrim.label);
CREATE FUNCTION scrim.tsmultirange(scrim.label) RETURNS tsmultirange LANGUAGE sql STABLE STRICT PARALLEL RESTRICTED
    RETURN pg_catalog.tsmultirange(scrim.tsrange($1));
CREATE CAST (scrim.label AS tsmultirange) WITH FUNCTION scrim.tsmultirange(scrim.label);

-- Views are foreign tables.
CREATE FUNCTION scrim.wrapper() RETURNS fdw_handler AS 'MODULE_PATHNAME', 'scrim_wrapper' LANGUAGE C STRICT;
CREATE FUNCTION scrim.check_options(text[], oid) RETURNS void AS 'MODULE_PATHNAME', 'scrim_check_options' LANGUAGE C STRICT;
CREATE FOREIGN DATA WRAPPER scrim HANDLER scrim.wrapper VALIDATOR scrim.check_options;
CREATE SERVER scrim FOREIGN DATA WRAPPER scrim;

-- Scrim's own statements.
CREATE PROCEDURE scrim.run(statements text) AS 'MODULE_PATHNAME', 'scrim_run' LANGUAGE C;
CREATE FUNCTION scrim.insert_dgh(dgh text, children text[], parents text[]) RETURNS void
    AS 'MODULE_PATHNAME', 'scrim_insert_dgh' LANGUAGE C STRICT;
CREATE FUNCTION scrim.create_policy(policy text, yaml_or_p3p text) RETURNS void
    AS 'MODULE_PATHNAME', 'scrim_create_policy' LANGUAGE C STRICT;
CREATE FUNCTION scrim.change_grant(view regclass, grantee regrole, purpose text, recipient text, revoke boolean)
    RETURNS void AS 'MODULE_PATHNAME', 'scrim_grant' LANGUAGE C STRICT;
CREATE FUNCTION scrim.grant(view regclass, grantee regrole, purpose text, recipient text DEFAULT '') RETURNS void
    LANGUAGE sql RETURN scrim.change_grant(view, grantee, purpose, recipient, false);
CREATE FUNCTION scrim.revoke(view regclass, grantee regrole, purpose text, recipient text DEFAULT '') RETURNS void
    LANGUAGE sql RETURN scrim.change_grant(view, grantee, purpose, recipient, true);

-- A grant ends with its view: the number of a relation may be given again.
CREATE FUNCTION scrim.forget_dropped() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp AS $forget$
BEGIN
    DELETE FROM scrim.granted g USING pg_event_trigger_dropped_objects() d
    WHERE d.classid = 'pg_class'::regclass AND d.objid = g.view;
END $forget$;
REVOKE EXECUTE ON FUNCTION scrim.forget_dropped() FROM PUBLIC;
CREATE EVENT TRIGGER scrim_forget_dropped ON sql_drop EXECUTE FUNCTION scrim.forget_dropped();

-- What there is, for those whom it concerns.
CREATE VIEW scrim.views WITH (security_barrier) AS
    SELECT t.ftrelid::regclass AS view, c.relowner::regrole AS owner, t.ftoptions AS options
    FROM pg_catalog.pg_foreign_table t JOIN pg_catalog.pg_foreign_server s ON s.oid = t.ftserver AND s.srvname = 'scrim'
        JOIN pg_catalog.pg_class c ON c.oid = t.ftrelid
    WHERE pg_catalog.has_table_privilege(t.ftrelid, 'SELECT');
CREATE VIEW scrim.grants WITH (security_barrier) AS
    SELECT g.* FROM scrim.granted g JOIN pg_catalog.pg_class c ON c.oid = g.view
    WHERE pg_catalog.pg_has_role(g.grantee::oid, 'USAGE') OR pg_catalog.pg_has_role(c.relowner, 'USAGE');
CREATE VIEW scrim.dghs WITH (security_barrier) AS
    SELECT d.name AS dgh, d.owner, e.child, e.parent FROM scrim.dgh d LEFT JOIN scrim.dgh_edge e ON e.dgh = d.id
    WHERE pg_catalog.pg_has_role(d.owner::oid, 'USAGE') OR pg_catalog.has_server_privilege('scrim', 'USAGE');
GRANT SELECT ON scrim.views, scrim.grants, scrim.dghs TO PUBLIC;

-- Who can still reach what a view is made of, and the statement that would end it. Ask it as the owner of the views, or as
-- a superuser; a superuser sees more of who belongs to what.
CREATE FUNCTION scrim.base_tables(view regclass) RETURNS oid[] AS 'MODULE_PATHNAME', 'scrim_base_tables' LANGUAGE C STRICT;
CREATE FUNCTION scrim.doctor(OUT role name, OUT reaches text, OUT way text, OUT remedy text) RETURNS SETOF record
    LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $doctor$
WITH own AS MATERIALIZED (
    SELECT t.ftrelid AS view, c.relowner AS owner, scrim.base_tables(t.ftrelid::regclass) AS tables
    FROM pg_foreign_table t JOIN pg_foreign_server s ON s.oid = t.ftserver AND s.srvname = 'scrim'
        JOIN pg_class c ON c.oid = t.ftrelid
    WHERE pg_has_role(c.relowner, 'USAGE')
), base AS (
    SELECT DISTINCT o.owner, c.oid, c.relowner, c.relkind, c.oid::regclass::text AS name
    FROM own o CROSS JOIN LATERAL unnest(o.tables) b (oid) JOIN pg_class c ON c.oid = b.oid
), role AS (
    SELECT r.oid, r.rolname, r.rolsuper, r.rolreplication, r.rolbypassrls, r.rolcanlogin FROM pg_roles r
    WHERE r.rolname !~ '^pg_'
), granted AS (  -- what is granted on a base table, in whole or by column
    SELECT b.*, a.grantee, a.privilege_type, false AS by_column FROM base b JOIN pg_class c ON c.oid = b.oid
        CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
    UNION ALL
    SELECT b.*, a.grantee, a.privilege_type, true FROM base b JOIN pg_attribute t ON t.attrelid = b.oid AND NOT t.attisdropped
        CROSS JOIN LATERAL aclexplode(t.attacl) a
), powerful AS (
    SELECT * FROM (VALUES ('pg_read_all_data', 'reads every table'), ('pg_read_all_stats', 'reads all statistics of tables'),
        ('pg_read_server_files', 'reads the server''s files'), ('pg_execute_server_program', 'runs programs on the server'),
        ('pg_write_server_files', 'writes the server''s files')) p (name, what)
), definer AS (  -- plain and materialized views over a base table
    SELECT DISTINCT b.name AS base, c.oid, c.relowner, c.oid::regclass::text AS name
    FROM base b JOIN pg_depend d ON d.refclassid = 'pg_class'::regclass AND d.refobjid = b.oid AND d.classid = 'pg_rewrite'::regclass
        JOIN pg_rewrite w ON w.oid = d.objid JOIN pg_class c ON c.oid = w.ev_class AND c.oid <> b.oid
    WHERE c.relkind IN ('v', 'm') AND c.oid NOT IN (SELECT oid FROM base)
)
SELECT CASE WHEN g.grantee = 0 THEN 'public' ELSE r.rolname END, g.name, 'may ' || g.privilege_type ||
    CASE WHEN g.by_column THEN ' some of its columns' ELSE '' END,
    format('REVOKE %s ON %s FROM %s', g.privilege_type || CASE WHEN g.by_column THEN ' (…)' ELSE '' END, g.name,
        CASE WHEN g.grantee = 0 THEN 'PUBLIC' ELSE quote_ident(r.rolname) END)
FROM granted g LEFT JOIN role r ON r.oid = g.grantee
WHERE g.privilege_type IN ('SELECT', 'TRIGGER', 'REFERENCES') AND g.grantee NOT IN (g.owner, g.relowner)
    AND NOT coalesce(r.rolsuper, false)
UNION
SELECT r.rolname, b.name, 'has the rights of its owner ' || o.rolname, format('REVOKE %I FROM %I', o.rolname, r.rolname)
FROM base b JOIN role o ON o.oid = b.relowner JOIN role r ON pg_has_role(r.oid, b.relowner, 'MEMBER')
WHERE r.oid NOT IN (b.relowner, b.owner) AND NOT r.rolsuper
UNION
SELECT r.rolname, v.view::regclass::text, 'has the rights of its owner ' || o.rolname, format('REVOKE %I FROM %I', o.rolname, r.rolname)
FROM own v JOIN role o ON o.oid = v.owner JOIN role r ON pg_has_role(r.oid, v.owner, 'MEMBER')
WHERE r.oid <> v.owner AND NOT r.rolsuper
UNION
SELECT r.rolname, 'all', p.what, format('REVOKE %I FROM %I', p.name, r.rolname)
FROM powerful p JOIN pg_roles g ON g.rolname = p.name JOIN role r ON pg_has_role(r.oid, g.oid, 'MEMBER')
WHERE NOT r.rolsuper AND EXISTS (SELECT FROM base)
UNION
SELECT r.rolname, 'all', 'may replicate the database', format('ALTER ROLE %I NOREPLICATION', r.rolname)
FROM role r WHERE r.rolreplication AND NOT r.rolsuper AND EXISTS (SELECT FROM base)
UNION
SELECT r.rolname, 'all', 'is a superuser', format('ALTER ROLE %I NOSUPERUSER', r.rolname)
FROM role r WHERE r.rolsuper AND EXISTS (SELECT FROM base)
UNION
SELECT coalesce(r.rolname, 'public'), d.base, 'may SELECT ' || d.name || ', which is made of it',
    format('REVOKE SELECT ON %s FROM %s', d.name, coalesce(quote_ident(r.rolname), 'PUBLIC'))
FROM definer d JOIN pg_class c ON c.oid = d.oid CROSS JOIN LATERAL aclexplode(coalesce(c.relacl, acldefault('r', c.relowner))) a
    LEFT JOIN role r ON r.oid = a.grantee
WHERE a.privilege_type = 'SELECT' AND a.grantee <> d.relowner
UNION
SELECT coalesce(r.rolname, 'public'), b.name, 'may EXECUTE ' || f.oid::regprocedure || ', which has rights of ' || f.proowner::regrole,
    format('REVOKE EXECUTE ON FUNCTION %s FROM %s', f.oid::regprocedure, coalesce(quote_ident(r.rolname), 'PUBLIC'))
FROM base b JOIN pg_proc f ON f.prosecdef AND has_table_privilege(f.proowner, b.oid, 'SELECT')
    JOIN pg_namespace n ON n.oid = f.pronamespace AND n.nspname <> 'pg_catalog'
    CROSS JOIN LATERAL aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) a LEFT JOIN role r ON r.oid = a.grantee
WHERE a.grantee <> f.proowner
UNION
SELECT 'subscribers', b.name, 'is published by ' || p.pubname, format('ALTER PUBLICATION %I DROP TABLE %s', p.pubname, b.name)
FROM base b JOIN pg_publication_rel x ON x.prrelid = b.oid JOIN pg_publication p ON p.oid = x.prpubid
UNION
SELECT 'subscribers', 'all', 'everything is published by ' || p.pubname, format('DROP PUBLICATION %I', p.pubname)
FROM pg_publication p WHERE p.puballtables AND EXISTS (SELECT FROM base)
ORDER BY 2, 1, 3
$doctor$;

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
