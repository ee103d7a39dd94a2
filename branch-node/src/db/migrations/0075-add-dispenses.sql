ALTER TABLE items ADD COLUMN schedule TEXT
-- next statement
ALTER TABLE stock_moves ADD COLUMN source_id TEXT
-- next statement
CREATE TABLE dispenses (
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
  prescription_id TEXT,
  patient_id TEXT,
  location_id TEXT NOT NULL,
  lines TEXT NOT NULL,
  counselling_done INTEGER NOT NULL,
  witness_id TEXT,
  dispensed_by TEXT NOT NULL,
  returns TEXT NOT NULL,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  completed_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX dispenses_by_created ON dispenses (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX dispenses_by_status ON dispenses (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX dispenses_by_patient ON dispenses (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX dispenses_by_prescription ON dispenses (tenant_id, prescription_id, id)
