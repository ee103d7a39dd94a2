ALTER TABLE items ADD COLUMN schedule TEXT COLLATE "C"
-- next statement
ALTER TABLE stock_moves ADD COLUMN source_id TEXT COLLATE "C"
-- next statement
CREATE TABLE dispenses (
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
  prescription_id TEXT COLLATE "C",
  patient_id TEXT COLLATE "C",
  location_id TEXT COLLATE "C" NOT NULL,
  lines JSONB NOT NULL,
  counselling_done BOOLEAN NOT NULL,
  witness_id TEXT COLLATE "C",
  dispensed_by TEXT COLLATE "C" NOT NULL,
  returns JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  completed_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX dispenses_by_created ON dispenses (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX dispenses_by_status ON dispenses (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX dispenses_by_patient ON dispenses (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX dispenses_by_prescription ON dispenses (tenant_id, prescription_id, id)
-- next statement
ALTER TABLE dispenses ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE dispenses FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON dispenses FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON dispenses AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON dispenses TO edgeward_app
