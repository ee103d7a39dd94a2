CREATE TABLE emergency_accesses (
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
  cause TEXT NOT NULL,
  reason TEXT NOT NULL,
  opened_by TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  status TEXT NOT NULL,
  reviewed_by TEXT,
  reviewed_at TEXT,
  review_note TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX emergency_accesses_by_created ON emergency_accesses (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX emergency_accesses_by_patient ON emergency_accesses (tenant_id, patient_id, expires_at, id)
