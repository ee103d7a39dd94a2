CREATE TABLE grant_requests (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  updated_by TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  origin_node_id TEXT COLLATE "C" NOT NULL,
  hlc TEXT COLLATE "C" NOT NULL,
  stamps JSONB NOT NULL,
  metadata JSONB NOT NULL,
  unknown_fields JSONB NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  grant_reason TEXT COLLATE "C" NOT NULL,
  grant_days BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX grant_requests_by_created ON grant_requests (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE grant_requests ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE grant_requests FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON grant_requests FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON grant_requests AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON grant_requests TO edgeward_app
