-- What migrations need and may not make themselves: roles, the vector extension, two schemas, the rights on them.
--
-- Run once per database by an administrator (a superuser, or a role with CREATEROLE that owns the database, as
-- Supabase's `postgres` does); running it again changes nothing. The embedded server's keeper does so at each start.
-- Elsewhere, with passwords for the two log-in roles afterwards:
--
--     psql "$ADMIN_URL" --single-transaction --set ON_ERROR_STOP=1 --file config/bootstrap.sql
--     psql "$ADMIN_URL" --command '\password anamnesis_owner' --command '\password anamnesis_app'
--
-- anamnesis_owner  runs the migrations and owns what they make; no superuser
-- anamnesis_app    what web and workers log in as: owns nothing, inherits nothing, may take the four roles below
-- anamnesis_silo, _clinician, _privacy, _registrar    taken for one transaction
-- anamnesis_eraser owns the functions that erase; nobody can log in as it or take it

DO $$
DECLARE
    name text;
    login boolean;
BEGIN
    IF current_setting('server_version_num')::int < 150000 THEN
        RAISE EXCEPTION 'this server is PostgreSQL %; 15 or later is needed', current_setting('server_version');
    END IF;
    FOREACH name IN ARRAY ARRAY['owner', 'app', 'silo', 'clinician', 'privacy', 'registrar', 'eraser'] LOOP
        login := name IN ('owner', 'app');
        name := 'anamnesis_' || name;
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = name) THEN
            EXECUTE format('CREATE ROLE %I', name);
        END IF;
        EXECUTE format('ALTER ROLE %I %s NOINHERIT', name, CASE WHEN login THEN 'LOGIN' ELSE 'NOLOGIN' END);
    END LOOP;
    -- Only a superuser could take these away; a start that goes on without is worse than one that stops.
    SELECT rolname INTO name FROM pg_catalog.pg_roles
    WHERE rolname ~ '^anamnesis_(owner|app|silo|clinician|privacy|registrar|eraser)$'
        AND (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication) LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'role % may do too much', name
            USING HINT = 'ALTER ROLE … NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOREPLICATION';
    END IF;
END $$;

DO $$
DECLARE
    -- Before PostgreSQL 16 what a member inherits is said by the member alone (NOINHERIT, above).
    how text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'WITH INHERIT FALSE, SET TRUE' END;
BEGIN
    EXECUTE concat_ws(' ', 'GRANT anamnesis_silo, anamnesis_clinician, anamnesis_privacy, anamnesis_registrar',
        'TO anamnesis_app', how);
    -- Without superuser's rights an administrator acts for the owner, below and in give_to_eraser, as its member.
    IF NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) THEN
        EXECUTE concat_ws(' ', 'GRANT anamnesis_owner TO CURRENT_USER', replace(how, 'FALSE', 'TRUE'));
    END IF;
END $$;

-- The database. New databases do not inherit these rights from their template.
DO $$
BEGIN
    EXECUTE format('REVOKE CREATE, TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO anamnesis_owner, anamnesis_app', current_database());
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA public TO anamnesis_owner, anamnesis_app, anamnesis_silo, anamnesis_clinician,
    anamnesis_privacy, anamnesis_registrar, anamnesis_eraser;
GRANT CREATE ON SCHEMA public TO anamnesis_owner;

-- pgvector stays where it is; new, it goes where the host keeps extensions, else to public.
DO $$
DECLARE
    home text := CASE WHEN to_regnamespace('extensions') IS NULL THEN 'public' ELSE 'extensions' END;
    version text;
    name text;
BEGIN
    EXECUTE format('CREATE EXTENSION IF NOT EXISTS vector WITH SCHEMA %I', home);
    SELECT extnamespace::regnamespace::text, extversion INTO home, version
    FROM pg_catalog.pg_extension WHERE extname = 'vector';
    IF regexp_match(version, '^(\d+)\.(\d+)')::int[] < ARRAY[0, 8] THEN
        RAISE EXCEPTION 'pgvector is version % here; 0.8 or later is needed', version
            USING HINT = 'ALTER EXTENSION vector UPDATE';
    END IF;
    FOREACH name IN ARRAY ARRAY['owner', 'app', 'silo', 'clinician', 'privacy', 'registrar', 'eraser'] LOOP
        name := 'anamnesis_' || name;
        IF NOT has_schema_privilege(name, home, 'USAGE') THEN
            EXECUTE format('GRANT USAGE ON SCHEMA %s TO %I', home, name);
        END IF;
        -- Whoever may not grant gets a warning from PostgreSQL, and would meet the failure in a migration.
        IF NOT has_schema_privilege(name, home, 'USAGE') THEN
            RAISE EXCEPTION 'role % may not use the schema %, where pgvector is, and % may not allow it',
                name, home, current_user
                USING HINT = format('As the owner of that schema: GRANT USAGE ON SCHEMA %s TO %I WITH GRANT OPTION',
                    home, current_user);
        END IF;
    END LOOP;
    FOREACH name IN ARRAY ARRAY['anamnesis_owner', 'anamnesis_app'] LOOP
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %s', name, current_database(),
            CASE WHEN home = 'public' THEN 'public' ELSE 'public, ' || home END);
        -- As Django reads moments. It would say so itself, once, to a connection that a pooler then gives to another.
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET timezone = %L', name, current_database(), 'UTC');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET datestyle = %L', name, current_database(), 'ISO');
    END LOOP;
END $$;

-- guard: what the owner keeps from every other role, first of all the secret that signs passes.
CREATE SCHEMA IF NOT EXISTS guard AUTHORIZATION anamnesis_owner;
REVOKE ALL ON SCHEMA guard FROM PUBLIC;

-- guard_admin: the one thing that the owner may have done in an administrator's name.
CREATE SCHEMA IF NOT EXISTS guard_admin;
REVOKE ALL ON SCHEMA guard_admin FROM PUBLIC;
GRANT USAGE ON SCHEMA guard_admin TO anamnesis_owner;

-- Makes the eraser the owner of a function that a migration has written; grants on it stand, so grant first.
-- Only its owner could do so otherwise, and only as a member of the eraser, which nobody is to be.
CREATE OR REPLACE FUNCTION guard_admin.give_to_eraser(fn regprocedure) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = '' AS $$
DECLARE
    home text;
    lent boolean := NOT (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user);
BEGIN
    SELECT n.nspname INTO home
    FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    WHERE p.oid = fn AND p.prokind = 'f' AND n.nspname IN ('guard', 'public')
        AND p.proowner = 'anamnesis_owner'::pg_catalog.regrole;
    IF NOT FOUND THEN
        RAISE EXCEPTION '% is no function of anamnesis_owner in guard or public', fn
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    IF lent THEN  -- the two rights that a superuser does without, until the end of this call
        GRANT anamnesis_eraser TO CURRENT_USER;
        EXECUTE pg_catalog.format('GRANT CREATE ON SCHEMA %I TO anamnesis_eraser', home);
    END IF;
    EXECUTE pg_catalog.format('ALTER FUNCTION %s OWNER TO anamnesis_eraser', fn);
    IF lent THEN
        EXECUTE pg_catalog.format('REVOKE CREATE ON SCHEMA %I FROM anamnesis_eraser', home);
        REVOKE anamnesis_eraser FROM CURRENT_USER;
    END IF;
END $$;
REVOKE ALL ON FUNCTION guard_admin.give_to_eraser(regprocedure) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION guard_admin.give_to_eraser(regprocedure) TO anamnesis_owner;

-- Supabase's HTTP interface acts as these roles, for every browser. What they were granted meanwhile goes as well.
DO $$
DECLARE
    role text;
    thing text;
BEGIN
    FOR role IN SELECT rolname FROM pg_catalog.pg_roles
        WHERE rolname IN ('anon', 'authenticated', 'service_role')
    LOOP
        EXECUTE format('REVOKE ALL ON SCHEMA public, guard, guard_admin FROM %I', role);
        FOR thing IN
            SELECT 'TABLE ' || c.oid::regclass FROM pg_catalog.pg_class c
            WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND pg_has_role(c.relowner, 'USAGE')
                AND c.relnamespace::regnamespace::text IN ('public', 'guard', 'guard_admin')
            UNION ALL
            SELECT 'ROUTINE ' || p.oid::regprocedure FROM pg_catalog.pg_proc p
            WHERE pg_has_role(p.proowner, 'USAGE')
                AND p.pronamespace::regnamespace::text IN ('public', 'guard', 'guard_admin')
        LOOP
            EXECUTE format('REVOKE ALL ON %s FROM %I', thing, role);
        END LOOP;
    END LOOP;
END $$;
