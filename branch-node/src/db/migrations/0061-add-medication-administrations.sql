CREATE TABLE medication_administrations (
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
  prescription_id TEXT NOT NULL,
  prescribed_item_id TEXT NOT NULL,
  encounter_id TEXT NOT NULL,
  admission_id TEXT,
  due_at TEXT,
  status TEXT NOT NULL,
  given_at TEXT,
  dose TEXT,
  dose_unit TEXT,
  route TEXT,
  reason TEXT,
  follows_id TEXT,
  performed_by TEXT NOT NULL,
  amends_id TEXT,
  amend_reason TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX medication_administrations_by_created ON medication_administrations (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX medication_administrations_by_patient ON medication_administrations (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX medication_administrations_by_dose ON medication_administrations (tenant_id, prescribed_item_id, due_at, id)
-- next statement
CREATE INDEX medication_administrations_by_encounter ON medication_administrations (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX medication_administrations_by_amended ON medication_administrations (tenant_id, amends_id)
