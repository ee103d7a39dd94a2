CREATE TABLE preauth (
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
  patient_id TEXT NOT NULL,
  encounter_id TEXT,
  admission_id TEXT,
  payer_id TEXT NOT NULL,
  policy TEXT NOT NULL,
  request_type TEXT NOT NULL,
  parent_id TEXT,
  planned_admission TEXT,
  expected_days INTEGER,
  diagnosis_codes TEXT NOT NULL,
  procedure_codes TEXT NOT NULL,
  doctor_id TEXT NOT NULL,
  estimate TEXT NOT NULL,
  requested_minor INTEGER NOT NULL,
  approved_minor INTEGER,
  authorization_no TEXT,
  valid_until TEXT,
  remarks TEXT,
  documents TEXT NOT NULL,
  queries TEXT NOT NULL,
  submitted_at TEXT,
  sla_due_at TEXT,
  decided_at TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX preauth_by_created ON preauth (tenant_id, created_at, id)
-- next statement
CREATE INDEX preauth_by_patient ON preauth (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX preauth_by_status ON preauth (tenant_id, status, created_at, id)
-- next statement
CREATE INDEX preauth_by_parent ON preauth (tenant_id, parent_id, id)
