-- What holds the feed back may be of another role or of another database of the same server, and an ordinary role is not
-- shown it: only who, where and since when is told here, never what it runs.
CREATE FUNCTION feed_blockers() RETURNS TABLE (pid INTEGER, database_name TEXT, role_name TEXT, since TIMESTAMPTZ)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
    SELECT a.pid, a.datname::text, a.usename::text, a.xact_start FROM pg_stat_activity AS a
      WHERE a.backend_xid IS NOT NULL AND a.pid <> pg_backend_pid()
    UNION ALL
    SELECT NULL, p.database::text, p.owner::text, p.prepared FROM pg_prepared_xacts AS p
    ORDER BY 4 LIMIT 1 $$
-- next statement
REVOKE ALL ON FUNCTION feed_blockers() FROM PUBLIC
-- next statement
GRANT EXECUTE ON FUNCTION feed_blockers() TO edgeward_app
