CREATE TABLE preauth (
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
  encounter_id TEXT COLLATE "C",
  admission_id TEXT COLLATE "C",
  payer_id TEXT COLLATE "C" NOT NULL,
  policy JSONB NOT NULL,
  request_type TEXT COLLATE "C" NOT NULL,
  parent_id TEXT COLLATE "C",
  planned_admission TEXT COLLATE "C",
  expected_days BIGINT,
  diagnosis_codes JSONB NOT NULL,
  procedure_codes JSONB NOT NULL,
  doctor_id TEXT COLLATE "C" NOT NULL,
  estimate JSONB NOT NULL,
  requested_minor BIGINT NOT NULL,
  approved_minor BIGINT,
  authorization_no TEXT COLLATE "C",
  valid_until TEXT COLLATE "C",
  remarks TEXT COLLATE "C",
  documents JSONB NOT NULL,
  queries JSONB NOT NULL,
  submitted_at TEXT COLLATE "C",
  sla_due_at TEXT COLLATE "C",
  decided_at TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX preauth_by_created ON preauth (tenant_id, created_at, id)
-- next statement
CREATE INDEX preauth_by_patient ON preauth (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX preauth_by_status ON preauth (tenant_id, status, created_at, id)
-- next statement
CREATE INDEX preauth_by_parent ON preauth (tenant_id, parent_id, id)
-- next statement
ALTER TABLE preauth ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE preauth FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON preauth FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON preauth AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON preauth TO edgeward_app
