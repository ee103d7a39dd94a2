CREATE TABLE wards (
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
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  name_hi TEXT,
  name_ur TEXT,
  department TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX wards_by_code ON wards (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX wards_by_name ON wards (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX wards_by_created ON wards (tenant_id, branch_id, created_at, id)
-- next statement
CREATE TABLE beds (
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
  ward_id TEXT NOT NULL,
  room_id TEXT,
  code TEXT NOT NULL,
  bed_class TEXT NOT NULL,
  status TEXT NOT NULL,
  status_reason TEXT,
  status_since TEXT,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX beds_by_code ON beds (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX beds_by_ward ON beds (tenant_id, ward_id, code, id)
-- next statement
CREATE INDEX beds_by_created ON beds (tenant_id, branch_id, created_at, id)
-- next statement
CREATE TABLE admissions (
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
  admitting_doctor_id TEXT NOT NULL,
  attending_doctor_id TEXT,
  admission_type TEXT NOT NULL,
  admit_source TEXT,
  ward_id TEXT,
  bed_id TEXT,
  bed_class TEXT NOT NULL,
  expected_discharge_date TEXT,
  deposit_required_minor INTEGER,
  diet TEXT,
  payer_type TEXT NOT NULL,
  mlc INTEGER NOT NULL,
  mlc_no TEXT,
  attendant TEXT,
  room_id TEXT,
  status TEXT NOT NULL,
  admitted_at TEXT,
  discharged_at TEXT,
  transfers TEXT NOT NULL,
  discharge TEXT,
  discharge_clearances TEXT NOT NULL,
  clearance_history TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX admissions_by_created ON admissions (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX admissions_by_admitted ON admissions (tenant_id, branch_id, admitted_at, id)
-- next statement
CREATE INDEX admissions_by_patient ON admissions (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX admissions_by_bed ON admissions (tenant_id, bed_id, status)
-- next statement
CREATE INDEX admissions_by_encounter ON admissions (tenant_id, encounter_id)
-- next statement
CREATE TABLE triage (
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
  encounter_id TEXT NOT NULL,
  patient_id TEXT NOT NULL,
  scale TEXT NOT NULL,
  level INTEGER NOT NULL,
  chief_complaint TEXT NOT NULL,
  mode_of_arrival TEXT NOT NULL,
  discriminators TEXT NOT NULL,
  esi TEXT,
  override_reason TEXT,
  vitals TEXT,
  gcs TEXT,
  avpu TEXT,
  pain INTEGER,
  pregnant INTEGER,
  infectious_flag INTEGER NOT NULL,
  mlc INTEGER NOT NULL,
  status TEXT NOT NULL,
  triaged_by TEXT NOT NULL,
  triaged_at TEXT NOT NULL,
  level_at TEXT NOT NULL,
  due_at TEXT NOT NULL,
  retriages TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX triage_by_level ON triage (tenant_id, branch_id, level, id)
-- next statement
CREATE INDEX triage_by_created ON triage (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX triage_by_patient ON triage (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX triage_by_encounter ON triage (tenant_id, encounter_id)
-- next statement
CREATE INDEX triage_by_status ON triage (tenant_id, branch_id, status, level, id)
