CREATE TABLE lab_tests (
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
  kind TEXT COLLATE "C" NOT NULL,
  section TEXT COLLATE "C" NOT NULL,
  loinc TEXT COLLATE "C",
  specimen_type TEXT COLLATE "C",
  container TEXT COLLATE "C",
  fasting BOOLEAN NOT NULL,
  value_type TEXT COLLATE "C" NOT NULL,
  unit TEXT COLLATE "C",
  ranges JSONB NOT NULL,
  plausible JSONB,
  answers JSONB NOT NULL,
  tests JSONB NOT NULL,
  price_minor BIGINT,
  turnaround_minutes BIGINT,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX lab_tests_by_created_at ON lab_tests (tenant_id, created_at, id)
-- next statement
CREATE INDEX lab_tests_by_code ON lab_tests (tenant_id, code, id)
-- next statement
CREATE INDEX lab_tests_by_name_key ON lab_tests (tenant_id, name_key, id)
-- next statement
CREATE INDEX lab_tests_by_loinc ON lab_tests (tenant_id, loinc)
-- next statement
ALTER TABLE lab_tests ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE lab_tests FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON lab_tests FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON lab_tests AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_tests TO edgeward_app
-- next statement
CREATE TABLE lab_orders (
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
  ordered_by TEXT COLLATE "C" NOT NULL,
  order_no TEXT COLLATE "C" NOT NULL,
  priority TEXT COLLATE "C" NOT NULL,
  tests JSONB NOT NULL,
  specimens JSONB NOT NULL,
  clinical_notes TEXT COLLATE "C",
  diagnosis_code TEXT COLLATE "C",
  external_lab JSONB,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  ordered_at TEXT COLLATE "C",
  due_at TEXT COLLATE "C",
  completed_at TEXT COLLATE "C",
  work_order TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX lab_orders_by_created ON lab_orders (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX lab_orders_by_patient ON lab_orders (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX lab_orders_by_encounter ON lab_orders (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX lab_orders_by_number ON lab_orders (tenant_id, order_no)
-- next statement
CREATE INDEX lab_orders_to_do ON lab_orders (tenant_id, branch_id, work_order, id) WHERE status IN ('ordered', 'collected', 'received', 'in_process', 'partially_resulted', 'recollect_required')
-- next statement
CREATE INDEX lab_orders_by_status ON lab_orders (tenant_id, branch_id, status, work_order, id)
-- next statement
ALTER TABLE lab_orders ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE lab_orders FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON lab_orders FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON lab_orders AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_orders TO edgeward_app
-- next statement
CREATE TABLE lab_results (
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
  order_id TEXT COLLATE "C" NOT NULL,
  test_id TEXT COLLATE "C" NOT NULL,
  test_code TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  encounter_id TEXT COLLATE "C",
  specimen_id TEXT COLLATE "C",
  revision BIGINT NOT NULL,
  amends_result_id TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_reason TEXT COLLATE "C",
  observations JSONB NOT NULL,
  conclusion TEXT COLLATE "C",
  attachments JSONB NOT NULL,
  performed_by TEXT COLLATE "C" NOT NULL,
  performed_at TEXT COLLATE "C" NOT NULL,
  verified_by TEXT COLLATE "C",
  verified_at TEXT COLLATE "C",
  critical BOOLEAN NOT NULL,
  critical_ack JSONB,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX lab_results_by_created ON lab_results (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX lab_results_by_patient ON lab_results (tenant_id, patient_id, test_code, created_at, id)
-- next statement
CREATE INDEX lab_results_by_order ON lab_results (tenant_id, order_id, id)
-- next statement
CREATE INDEX lab_results_by_encounter ON lab_results (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX lab_results_by_amended ON lab_results (tenant_id, amends_result_id)
-- next statement
CREATE INDEX lab_results_critical ON lab_results (tenant_id, branch_id, created_at, id) WHERE critical
-- next statement
ALTER TABLE lab_results ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE lab_results FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON lab_results FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON lab_results AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON lab_results TO edgeward_app
-- next statement
CREATE TABLE prescriptions (
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
  prescriber_id TEXT COLLATE "C" NOT NULL,
  rx_no TEXT COLLATE "C" NOT NULL,
  items JSONB NOT NULL,
  allergies_checked BOOLEAN NOT NULL,
  interaction_alerts JSONB NOT NULL,
  override JSONB,
  weight_kg JSONB,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  issued_at TEXT COLLATE "C",
  valid_until TEXT COLLATE "C",
  expires_at TEXT COLLATE "C",
  replaces_id TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX prescriptions_by_created ON prescriptions (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX prescriptions_by_status ON prescriptions (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX prescriptions_by_patient ON prescriptions (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX prescriptions_by_encounter ON prescriptions (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX prescriptions_by_number ON prescriptions (tenant_id, rx_no)
-- next statement
ALTER TABLE prescriptions ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE prescriptions FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON prescriptions FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON prescriptions AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON prescriptions TO edgeward_app
