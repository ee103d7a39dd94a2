ALTER TABLE payments ADD COLUMN claim_id TEXT COLLATE "C"
-- next statement
CREATE TABLE payer_claims (
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
  claim_no TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  encounter_id TEXT COLLATE "C",
  admission_id TEXT COLLATE "C",
  invoice_ids JSONB NOT NULL,
  preauth_id TEXT COLLATE "C",
  claim_type TEXT COLLATE "C" NOT NULL,
  payer_id TEXT COLLATE "C" NOT NULL,
  scheme TEXT COLLATE "C" NOT NULL,
  policy JSONB NOT NULL,
  diagnosis_codes JSONB NOT NULL,
  procedure_codes JSONB NOT NULL,
  package_codes JSONB NOT NULL,
  claimed_minor BIGINT NOT NULL,
  payer_share_minor BIGINT NOT NULL,
  approved_minor BIGINT,
  deductions JSONB NOT NULL,
  deducted_minor BIGINT,
  documents JSONB NOT NULL,
  queries JSONB NOT NULL,
  submitted_at TEXT COLLATE "C",
  sla_due_at TEXT COLLATE "C",
  due_date TEXT COLLATE "C",
  decided_at TEXT COLLATE "C",
  settlement JSONB,
  settled_minor BIGINT,
  tds_minor BIGINT,
  settled_at TEXT COLLATE "C",
  remarks TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX payer_claims_by_created ON payer_claims (tenant_id, created_at, id)
-- next statement
CREATE INDEX payer_claims_by_patient ON payer_claims (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX payer_claims_by_status ON payer_claims (tenant_id, status, created_at, id)
-- next statement
ALTER TABLE payer_claims ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE payer_claims FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON payer_claims FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON payer_claims AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON payer_claims TO edgeward_app
