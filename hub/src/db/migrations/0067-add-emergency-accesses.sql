CREATE TABLE emergency_accesses (
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
  cause TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  opened_by TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  reviewed_by TEXT COLLATE "C",
  reviewed_at TEXT COLLATE "C",
  review_note TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX emergency_accesses_by_created ON emergency_accesses (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX emergency_accesses_by_patient ON emergency_accesses (tenant_id, patient_id, expires_at, id)
-- next statement
ALTER TABLE emergency_accesses ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE emergency_accesses FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON emergency_accesses FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON emergency_accesses AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON emergency_accesses TO edgeward_app
