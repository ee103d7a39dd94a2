CREATE TABLE wards (
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
  code TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  name_hi TEXT COLLATE "C",
  name_ur TEXT COLLATE "C",
  department TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX wards_by_code ON wards (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX wards_by_name ON wards (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX wards_by_created ON wards (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE wards ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE wards FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON wards FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON wards AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON wards TO edgeward_app
-- next statement
CREATE TABLE beds (
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
  ward_id TEXT COLLATE "C" NOT NULL,
  room_id TEXT COLLATE "C",
  code TEXT COLLATE "C" NOT NULL,
  bed_class TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_reason TEXT COLLATE "C",
  status_since TEXT COLLATE "C",
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX beds_by_code ON beds (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX beds_by_ward ON beds (tenant_id, ward_id, code, id)
-- next statement
CREATE INDEX beds_by_created ON beds (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE beds ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE beds FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON beds FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON beds AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON beds TO edgeward_app
-- next statement
CREATE TABLE admissions (
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
  encounter_id TEXT COLLATE "C" NOT NULL,
  admitting_doctor_id TEXT COLLATE "C" NOT NULL,
  attending_doctor_id TEXT COLLATE "C",
  admission_type TEXT COLLATE "C" NOT NULL,
  admit_source TEXT COLLATE "C",
  ward_id TEXT COLLATE "C",
  bed_id TEXT COLLATE "C",
  bed_class TEXT COLLATE "C" NOT NULL,
  expected_discharge_date TEXT COLLATE "C",
  deposit_required_minor BIGINT,
  diet TEXT COLLATE "C",
  payer_type TEXT COLLATE "C" NOT NULL,
  mlc BOOLEAN NOT NULL,
  mlc_no TEXT COLLATE "C",
  attendant JSONB,
  room_id TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  admitted_at TEXT COLLATE "C",
  discharged_at TEXT COLLATE "C",
  transfers JSONB NOT NULL,
  discharge JSONB,
  discharge_clearances JSONB NOT NULL,
  clearance_history JSONB NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
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
ALTER TABLE admissions ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE admissions FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON admissions FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON admissions AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON admissions TO edgeward_app
-- next statement
CREATE TABLE triage (
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
  encounter_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  scale TEXT COLLATE "C" NOT NULL,
  level BIGINT NOT NULL,
  chief_complaint TEXT COLLATE "C" NOT NULL,
  mode_of_arrival TEXT COLLATE "C" NOT NULL,
  discriminators JSONB NOT NULL,
  esi JSONB,
  override_reason TEXT COLLATE "C",
  vitals JSONB,
  gcs JSONB,
  avpu TEXT COLLATE "C",
  pain BIGINT,
  pregnant BOOLEAN,
  infectious_flag BOOLEAN NOT NULL,
  mlc BOOLEAN NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  triaged_by TEXT COLLATE "C" NOT NULL,
  triaged_at TEXT COLLATE "C" NOT NULL,
  level_at TEXT COLLATE "C" NOT NULL,
  due_at TEXT COLLATE "C" NOT NULL,
  retriages JSONB NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
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
-- next statement
ALTER TABLE triage ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE triage FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON triage FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON triage AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON triage TO edgeward_app
