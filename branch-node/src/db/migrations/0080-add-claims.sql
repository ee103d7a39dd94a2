ALTER TABLE payments ADD COLUMN claim_id TEXT
-- next statement
CREATE TABLE payer_claims (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  origin_node_id TEXT NOT NULL,
  hlc TEXT NOT NULL,
  stamps TEXT NOT NULL,
  metadata TEXT NOT NULL,
  unknown_fields TEXT NOT NULL,
  claim_no TEXT NOT NULL,
  patient_id TEXT NOT NULL,
  encounter_id TEXT,
  admission_id TEXT,
  invoice_ids TEXT NOT NULL,
  preauth_id TEXT,
  claim_type TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  scheme TEXT NOT NULL,
  policy TEXT NOT NULL,
  diagnosis_codes TEXT NOT NULL,
  procedure_codes TEXT NOT NULL,
  package_codes TEXT NOT NULL,
  claimed_minor INTEGER NOT NULL,
  payer_share_minor INTEGER NOT NULL,
  approved_minor INTEGER,
  deductions TEXT NOT NULL,
  deducted_minor INTEGER,
  documents TEXT NOT NULL,
  queries TEXT NOT NULL,
  submitted_at TEXT,
  sla_due_at TEXT,
  due_date TEXT,
  decided_at TEXT,
  settlement TEXT,
  settled_minor INTEGER,
  tds_minor INTEGER,
  settled_at TEXT,
  remarks TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX payer_claims_by_created ON payer_claims (tenant_id, created_at, id)
-- next statement
CREATE INDEX payer_claims_by_patient ON payer_claims (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX payer_claims_by_status ON payer_claims (tenant_id, status, created_at, id)
