CREATE TABLE certificates (
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
  encounter_id TEXT NOT NULL,
  doctor_id TEXT NOT NULL,
  certificate_no TEXT NOT NULL,
  certificate_type TEXT NOT NULL,
  rest_from TEXT,
  rest_to TEXT,
  fit_from TEXT,
  fit_for TEXT,
  referred_to TEXT,
  referred_place TEXT,
  reason TEXT,
  remarks TEXT,
  shows_diagnosis INTEGER NOT NULL,
  diagnosis TEXT,
  summary TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  issued_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX certificates_by_created ON certificates (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX certificates_by_patient ON certificates (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX certificates_by_encounter ON certificates (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX certificates_by_number ON certificates (tenant_id, certificate_no)
