CREATE TABLE audit_checkpoints (
  tenant_id TEXT COLLATE "C" NOT NULL,
  node_id TEXT COLLATE "C" NOT NULL,
  received_at TEXT COLLATE "C" NOT NULL,
  signed TEXT COLLATE "C" NOT NULL,
  fault TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, node_id, received_at)
)
-- next statement
ALTER TABLE audit_checkpoints ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE audit_checkpoints FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON audit_checkpoints FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON audit_checkpoints AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, DELETE ON audit_checkpoints TO edgeward_app
-- next statement
CREATE POLICY owner_may ON audit_events FOR SELECT TO CURRENT_USER USING (true)
-- next statement
CREATE POLICY owner_may ON audit_heads FOR SELECT TO CURRENT_USER USING (true)
-- next statement
CREATE POLICY owner_may ON audit_checkpoints FOR SELECT TO CURRENT_USER USING (true)
-- next statement
CREATE FUNCTION audit_tenants() RETURNS SETOF TEXT
     LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
     SELECT * FROM (
       WITH RECURSIVE t AS (
         (SELECT tenant_id FROM audit_events ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT a.tenant_id FROM audit_events AS a WHERE a.tenant_id > t.tenant_id
                  ORDER BY a.tenant_id LIMIT 1) FROM t WHERE t.tenant_id IS NOT NULL
       ) SELECT tenant_id FROM t WHERE tenant_id IS NOT NULL) AS of_audit_events
     UNION
     SELECT * FROM (
       WITH RECURSIVE t AS (
         (SELECT tenant_id FROM audit_heads ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT a.tenant_id FROM audit_heads AS a WHERE a.tenant_id > t.tenant_id
                  ORDER BY a.tenant_id LIMIT 1) FROM t WHERE t.tenant_id IS NOT NULL
       ) SELECT tenant_id FROM t WHERE tenant_id IS NOT NULL) AS of_audit_heads
     UNION
     SELECT * FROM (
       WITH RECURSIVE t AS (
         (SELECT tenant_id FROM audit_checkpoints ORDER BY tenant_id LIMIT 1)
         UNION ALL
         SELECT (SELECT a.tenant_id FROM audit_checkpoints AS a WHERE a.tenant_id > t.tenant_id
                  ORDER BY a.tenant_id LIMIT 1) FROM t WHERE t.tenant_id IS NOT NULL
       ) SELECT tenant_id FROM t WHERE tenant_id IS NOT NULL) AS of_audit_checkpoints $$
-- next statement
REVOKE ALL ON FUNCTION audit_tenants() FROM PUBLIC
-- next statement
GRANT EXECUTE ON FUNCTION audit_tenants() TO edgeward_app
