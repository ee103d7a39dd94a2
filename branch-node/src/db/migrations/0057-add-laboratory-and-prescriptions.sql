CREATE TABLE lab_tests (
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
  kind TEXT NOT NULL,
  section TEXT NOT NULL,
  loinc TEXT,
  specimen_type TEXT,
  container TEXT,
  fasting INTEGER NOT NULL,
  value_type TEXT NOT NULL,
  unit TEXT,
  ranges TEXT NOT NULL,
  plausible TEXT,
  answers TEXT NOT NULL,
  tests TEXT NOT NULL,
  price_minor INTEGER,
  turnaround_minutes INTEGER,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX lab_tests_by_created_at ON lab_tests (tenant_id, created_at, id)
-- next statement
CREATE INDEX lab_tests_by_code ON lab_tests (tenant_id, code, id)
-- next statement
CREATE INDEX lab_tests_by_name_key ON lab_tests (tenant_id, name_key, id)
-- next statement
CREATE INDEX lab_tests_by_loinc ON lab_tests (tenant_id, loinc)
-- next statement
CREATE TABLE lab_orders (
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
  ordered_by TEXT NOT NULL,
  order_no TEXT NOT NULL,
  priority TEXT NOT NULL,
  tests TEXT NOT NULL,
  specimens TEXT NOT NULL,
  clinical_notes TEXT,
  diagnosis_code TEXT,
  external_lab TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  ordered_at TEXT,
  due_at TEXT,
  completed_at TEXT,
  work_order TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
CREATE TABLE lab_results (
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
  order_id TEXT NOT NULL,
  test_id TEXT NOT NULL,
  test_code TEXT NOT NULL,
  patient_id TEXT NOT NULL,
  encounter_id TEXT,
  specimen_id TEXT,
  revision INTEGER NOT NULL,
  amends_result_id TEXT,
  status TEXT NOT NULL,
  status_reason TEXT,
  observations TEXT NOT NULL,
  conclusion TEXT,
  attachments TEXT NOT NULL,
  performed_by TEXT NOT NULL,
  performed_at TEXT NOT NULL,
  verified_by TEXT,
  verified_at TEXT,
  critical INTEGER NOT NULL,
  critical_ack TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
CREATE TABLE prescriptions (
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
  prescriber_id TEXT NOT NULL,
  rx_no TEXT NOT NULL,
  items TEXT NOT NULL,
  allergies_checked INTEGER NOT NULL,
  interaction_alerts TEXT NOT NULL,
  override TEXT,
  weight_kg TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  issued_at TEXT,
  valid_until TEXT,
  expires_at TEXT,
  replaces_id TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
