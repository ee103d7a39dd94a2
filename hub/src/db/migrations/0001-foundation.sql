CREATE EXTENSION IF NOT EXISTS btree_gist
-- next statement
CREATE TABLE audit_events (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  stream TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  actor_id TEXT COLLATE "C" NOT NULL,
  actor_type TEXT COLLATE "C" NOT NULL,
  actor_role TEXT COLLATE "C",
  client_id TEXT COLLATE "C",
  session_id TEXT COLLATE "C",
  device_id TEXT COLLATE "C",
  branch_id TEXT COLLATE "C",
  request_id TEXT COLLATE "C",
  ip TEXT COLLATE "C",
  module TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL,
  entity_type TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C",
  patient_id TEXT COLLATE "C",
  reason TEXT COLLATE "C",
  changes JSONB NOT NULL,
  trust TEXT COLLATE "C" NOT NULL,
  prev_hash TEXT COLLATE "C" NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, stream, seq)
)
-- next statement
CREATE INDEX audit_events_by_time ON audit_events (tenant_id, created_at, id)
-- next statement
CREATE INDEX audit_events_by_entity ON audit_events (tenant_id, entity_id, created_at)
-- next statement
CREATE INDEX audit_events_by_patient ON audit_events (tenant_id, patient_id, created_at)
-- next statement
CREATE TABLE audit_heads (
  tenant_id TEXT COLLATE "C" NOT NULL,
  stream TEXT COLLATE "C" NOT NULL,
  seq BIGINT NOT NULL,
  hash TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, stream)
)
-- next statement
CREATE TABLE idempotency_keys (
  tenant_id TEXT COLLATE "C" NOT NULL,
  principal TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C" NOT NULL,
  fingerprint TEXT COLLATE "C" NOT NULL,
  http_status BIGINT NOT NULL,
  response_body TEXT COLLATE "C" NOT NULL,
  request_id TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, principal, idempotency_key)
)
-- next statement
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)
-- next statement
CREATE TABLE search_keys (
  tenant_id TEXT COLLATE "C" NOT NULL,
  entity TEXT COLLATE "C" NOT NULL,
  search_key TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, entity, search_key, entity_id)
)
-- next statement
CREATE INDEX search_keys_by_entity ON search_keys (tenant_id, entity_id)
-- next statement
CREATE TABLE claims (
  tenant_id TEXT COLLATE "C" NOT NULL,
  claim_kind TEXT COLLATE "C" NOT NULL,
  claim_value TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, claim_kind, claim_value)
)
-- next statement
CREATE INDEX claims_by_entity ON claims (tenant_id, entity_id)
-- next statement
CREATE TABLE reservations (
  tenant_id TEXT COLLATE "C" NOT NULL,
  ref_id TEXT COLLATE "C" NOT NULL,
  resource_id TEXT COLLATE "C" NOT NULL,
  start_ms BIGINT NOT NULL,
  end_ms BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, ref_id)
)
-- next statement
CREATE INDEX reservations_by_time ON reservations (tenant_id, resource_id, start_ms)
-- next statement
CREATE TABLE counters (
  tenant_id TEXT COLLATE "C" NOT NULL,
  counter_name TEXT COLLATE "C" NOT NULL,
  counter_value BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, counter_name)
)
-- next statement
CREATE TABLE domain_events (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C",
  event_type TEXT COLLATE "C" NOT NULL,
  entity TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  entity_version BIGINT NOT NULL,
  op_id TEXT COLLATE "C" NOT NULL,
  payload JSONB NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX domain_events_by_time ON domain_events (tenant_id, created_at, id)
-- next statement
CREATE TABLE conflicts (
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
  entity TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C",
  op_id TEXT COLLATE "C" NOT NULL,
  conflict_kind TEXT COLLATE "C" NOT NULL,
  field TEXT COLLATE "C" NOT NULL,
  kept_value JSONB,
  other_value JSONB,
  base_stamp TEXT COLLATE "C",
  kept_stamp TEXT COLLATE "C" NOT NULL,
  other_stamp TEXT COLLATE "C" NOT NULL,
  kept_actor_id TEXT COLLATE "C",
  other_actor_id TEXT COLLATE "C",
  conflict_status TEXT COLLATE "C" NOT NULL,
  resolution TEXT COLLATE "C",
  resolved_value JSONB,
  resolution_note TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX conflicts_by_status ON conflicts (tenant_id, conflict_status, created_at, id)
-- next statement
CREATE INDEX conflicts_by_created ON conflicts (tenant_id, created_at, id)
-- next statement
CREATE INDEX conflicts_by_entity ON conflicts (tenant_id, entity_id, created_at)
-- next statement
CREATE TABLE operation_outcomes (
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
  op_outcome TEXT COLLATE "C" NOT NULL,
  op_result JSONB NOT NULL,
  op_action TEXT COLLATE "C" NOT NULL,
  op_note TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX operation_outcomes_by_updated ON operation_outcomes (tenant_id, updated_at, id)
-- next statement
CREATE TABLE pending_entities (
  tenant_id TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  op_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, entity_id, op_id)
)
-- next statement
CREATE INDEX pending_entities_by_op ON pending_entities (tenant_id, op_id)
-- next statement
CREATE TABLE tenants (
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
  name TEXT COLLATE "C" NOT NULL,
  slug TEXT COLLATE "C" NOT NULL,
  country TEXT COLLATE "C" NOT NULL,
  locale TEXT COLLATE "C" NOT NULL,
  time_zone TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  plan_code TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE TABLE branches (
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
  phone TEXT COLLATE "C",
  address JSONB,
  country TEXT COLLATE "C" NOT NULL,
  time_zone TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  has_node BOOLEAN NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE UNIQUE INDEX branches_by_code ON branches (tenant_id, code)
-- next statement
CREATE TABLE clients (
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
  name TEXT COLLATE "C" NOT NULL,
  secret_hash TEXT COLLATE "C" NOT NULL,
  roles JSONB NOT NULL,
  scopes JSONB,
  branches JSONB,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE TABLE staff (
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
  employee_no TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  gender TEXT COLLATE "C",
  phone TEXT COLLATE "C",
  email TEXT COLLATE "C",
  roles JSONB NOT NULL,
  primary_role TEXT COLLATE "C" NOT NULL,
  department TEXT COLLATE "C",
  designation TEXT COLLATE "C",
  specialities JSONB NOT NULL,
  registration JSONB,
  branches JSONB NOT NULL,
  schedule JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX staff_by_name ON staff (tenant_id, name_key, id)
-- next statement
CREATE INDEX staff_by_created ON staff (tenant_id, created_at, id)
-- next statement
CREATE TABLE staff_credentials (
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
  staff_id TEXT COLLATE "C" NOT NULL,
  username TEXT COLLATE "C" NOT NULL,
  password_verifier TEXT COLLATE "C" NOT NULL,
  pin_verifier TEXT COLLATE "C",
  valid_until TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE UNIQUE INDEX staff_credentials_by_username ON staff_credentials (tenant_id, username)
-- next statement
CREATE INDEX staff_credentials_by_staff ON staff_credentials (tenant_id, staff_id)
-- next statement
CREATE TABLE patients (
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
  uhid TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  gender TEXT COLLATE "C" NOT NULL,
  dob TEXT COLLATE "C",
  dob_estimated BOOLEAN NOT NULL,
  phone TEXT COLLATE "C",
  alternate_phone TEXT COLLATE "C",
  email TEXT COLLATE "C",
  abha_id TEXT COLLATE "C",
  abha_address TEXT COLLATE "C",
  consent_status TEXT COLLATE "C" NOT NULL,
  address JSONB,
  blood_group TEXT COLLATE "C",
  marital_status TEXT COLLATE "C",
  preferred_language TEXT COLLATE "C",
  emergency_contact JSONB,
  allergies JSONB NOT NULL,
  identifiers JSONB NOT NULL,
  is_unidentified BOOLEAN NOT NULL,
  is_vip BOOLEAN NOT NULL,
  is_deceased BOOLEAN NOT NULL,
  deceased_at TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  merged_into_id TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX patients_by_created ON patients (tenant_id, created_at, id)
-- next statement
CREATE INDEX patients_by_updated ON patients (tenant_id, updated_at, id)
-- next statement
CREATE INDEX patients_by_name ON patients (tenant_id, name_key, id)
-- next statement
CREATE INDEX patients_by_uhid ON patients (tenant_id, uhid)
-- next statement
CREATE TABLE appointments (
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
  provider_id TEXT COLLATE "C" NOT NULL,
  slot_time TEXT COLLATE "C" NOT NULL,
  duration_min BIGINT NOT NULL,
  end_time TEXT COLLATE "C" NOT NULL,
  service_id TEXT COLLATE "C",
  encounter_type TEXT COLLATE "C" NOT NULL,
  channel TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  queue_no BIGINT,
  queue_code TEXT COLLATE "C",
  token_code TEXT COLLATE "C",
  business_date TEXT COLLATE "C",
  reminder_status TEXT COLLATE "C" NOT NULL,
  reminder_channels JSONB NOT NULL,
  reason TEXT COLLATE "C",
  priority TEXT COLLATE "C" NOT NULL,
  booking_id TEXT COLLATE "C",
  rescheduled_count BIGINT NOT NULL,
  cancel_reason TEXT COLLATE "C",
  cancel_note TEXT COLLATE "C",
  video_url TEXT COLLATE "C",
  is_overbook BOOLEAN NOT NULL,
  status_history JSONB NOT NULL,
  called_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX appointments_by_time ON appointments (tenant_id, branch_id, slot_time, id)
-- next statement
CREATE INDEX appointments_by_created ON appointments (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX appointments_by_provider ON appointments (tenant_id, provider_id, slot_time, id)
-- next statement
CREATE INDEX appointments_by_patient ON appointments (tenant_id, patient_id, slot_time, id)
-- next statement
CREATE TABLE encounters (
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
  doctor_id TEXT COLLATE "C",
  encounter_type TEXT COLLATE "C" NOT NULL,
  visit_status TEXT COLLATE "C" NOT NULL,
  diagnosis_code TEXT COLLATE "C",
  diagnosis_system TEXT COLLATE "C" NOT NULL,
  diagnoses JSONB NOT NULL,
  notes TEXT COLLATE "C",
  addenda JSONB NOT NULL,
  care_stage TEXT COLLATE "C",
  disposition TEXT COLLATE "C",
  appointment_id TEXT COLLATE "C",
  admission_id TEXT COLLATE "C",
  triage_id TEXT COLLATE "C",
  triage_waived_reason TEXT COLLATE "C",
  chief_complaint TEXT COLLATE "C",
  vitals JSONB,
  vitals_history JSONB NOT NULL,
  started_at TEXT COLLATE "C",
  ended_at TEXT COLLATE "C",
  department TEXT COLLATE "C",
  location JSONB,
  follow_up_date TEXT COLLATE "C",
  telehealth JSONB,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX encounters_by_created ON encounters (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX encounters_by_patient ON encounters (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX encounters_by_doctor ON encounters (tenant_id, doctor_id, created_at, id)
-- next statement
CREATE INDEX encounters_by_appointment ON encounters (tenant_id, appointment_id)
-- next statement
CREATE TABLE print_jobs (
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
  document_type TEXT COLLATE "C" NOT NULL,
  device_role TEXT COLLATE "C" NOT NULL,
  source_type TEXT COLLATE "C" NOT NULL,
  source_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C",
  template TEXT COLLATE "C" NOT NULL,
  data JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  stage TEXT COLLATE "C",
  attempts BIGINT NOT NULL,
  last_error TEXT COLLATE "C",
  claimed_by TEXT COLLATE "C",
  printed_at TEXT COLLATE "C",
  evidence TEXT COLLATE "C",
  expires_at TEXT COLLATE "C" NOT NULL,
  copies BIGINT NOT NULL,
  priority TEXT COLLATE "C" NOT NULL,
  reprint_of_id TEXT COLLATE "C",
  reprint_reason TEXT COLLATE "C",
  job_tag TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX print_jobs_by_created ON print_jobs (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX print_jobs_by_source ON print_jobs (tenant_id, source_id, created_at, id)
-- next statement
CREATE INDEX print_jobs_by_status ON print_jobs (tenant_id, branch_id, status, device_role, created_at, id)
-- next statement
CREATE TABLE blobs (
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
  sha256 TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  chunk_count BIGINT NOT NULL,
  content_type TEXT COLLATE "C" NOT NULL,
  filename TEXT COLLATE "C" NOT NULL,
  category TEXT COLLATE "C" NOT NULL,
  entity_type TEXT COLLATE "C",
  entity_id TEXT COLLATE "C",
  patient_id TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX blobs_by_hash ON blobs (tenant_id, sha256)
-- next statement
CREATE INDEX blobs_by_entity ON blobs (tenant_id, entity_id, created_at, id)
-- next statement
CREATE TABLE file_copies (
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
  sha256 TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  copy_state TEXT COLLATE "C" NOT NULL,
  lane_state TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX file_copies_by_lane ON file_copies (tenant_id, lane_state, created_at, id)
-- next statement
CREATE INDEX file_copies_by_state ON file_copies (tenant_id, copy_state, created_at, id)
-- next statement
CREATE TABLE drafts (
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
  draft_kind TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C",
  owner_id TEXT COLLATE "C" NOT NULL,
  device_id TEXT COLLATE "C",
  form_state JSONB NOT NULL,
  draft_status TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX drafts_by_owner ON drafts (tenant_id, branch_id, owner_id, updated_at, id)
-- next statement
CREATE TABLE nodes (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  public_jwk JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  epoch BIGINT NOT NULL,
  accepted_seq BIGINT NOT NULL,
  last_batch_hash TEXT COLLATE "C",
  last_contact_at TEXT COLLATE "C",
  clock_skew_ms BIGINT,
  enrolled_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX nodes_by_branch ON nodes (tenant_id, branch_id)
-- next statement
CREATE TABLE enrolment_codes (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C" NOT NULL,
  code_hash TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  used_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE TABLE received_operations (
  tenant_id TEXT COLLATE "C" NOT NULL,
  node_id TEXT COLLATE "C" NOT NULL,
  epoch BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  op_id TEXT COLLATE "C" NOT NULL,
  operation_type TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL,
  result JSONB NOT NULL,
  operation JSONB NOT NULL,
  received_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, node_id, epoch, seq)
)
-- next statement
CREATE UNIQUE INDEX received_operations_by_op ON received_operations (tenant_id, op_id)
-- next statement
CREATE INDEX received_operations_open ON received_operations (tenant_id, node_id, seq) WHERE outcome IN ('held', 'rejected')
-- next statement
CREATE TABLE blocked_records (
  tenant_id TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  op_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, entity_id)
)
-- next statement
CREATE TABLE webhook_endpoints (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  surface TEXT COLLATE "C" NOT NULL,
  event_types JSONB NOT NULL,
  secrets JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  disabled_reason TEXT COLLATE "C",
  failing_since TEXT COLLATE "C",
  failure_count BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX webhook_endpoints_by_status ON webhook_endpoints (tenant_id, status)
-- next statement
CREATE TABLE webhook_deliveries (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  endpoint_id TEXT COLLATE "C" NOT NULL,
  event_id TEXT COLLATE "C" NOT NULL,
  event_type TEXT COLLATE "C" NOT NULL,
  delivery_status TEXT COLLATE "C" NOT NULL,
  attempt_count BIGINT NOT NULL,
  next_attempt_at TEXT COLLATE "C",
  lease_until TEXT COLLATE "C",
  delivered_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (tenant_id, event_id, endpoint_id)
-- next statement
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (tenant_id, endpoint_id, next_attempt_at) WHERE delivery_status = 'pending'
-- next statement
CREATE INDEX webhook_deliveries_by_time ON webhook_deliveries (tenant_id, created_at, id)
-- next statement
CREATE TABLE webhook_attempts (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  delivery_id TEXT COLLATE "C" NOT NULL,
  endpoint_id TEXT COLLATE "C" NOT NULL,
  attempt_number BIGINT NOT NULL,
  http_status BIGINT,
  error_class TEXT COLLATE "C",
  duration_ms BIGINT NOT NULL,
  response_excerpt TEXT COLLATE "C",
  attempted_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX webhook_attempts_by_delivery ON webhook_attempts (tenant_id, delivery_id, attempt_number)
-- next statement
CREATE TABLE node_installs (
  tenant_id TEXT COLLATE "C" NOT NULL,
  node_id TEXT COLLATE "C" NOT NULL,
  install_id TEXT COLLATE "C" NOT NULL,
  install_status TEXT COLLATE "C" NOT NULL,
  first_seen_at TEXT COLLATE "C" NOT NULL,
  last_seen_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, node_id, install_id)
)
-- next statement
CREATE TABLE feed_grants (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  granted_by TEXT COLLATE "C" NOT NULL,
  granted_at TEXT COLLATE "C" NOT NULL,
  until_at TEXT COLLATE "C" NOT NULL,
  revoked_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX feed_grants_open ON feed_grants (tenant_id, patient_id, branch_id) WHERE revoked_at IS NULL
-- next statement
CREATE TABLE feed_horizons (
  tenant_id TEXT COLLATE "C" NOT NULL,
  feed_scope TEXT COLLATE "C" NOT NULL,
  horizon_cursor TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, feed_scope)
)
-- next statement
ALTER TABLE reservations ADD CONSTRAINT reservations_no_overlap
       EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, int8range(start_ms, end_ms) WITH &&)
-- next statement
CREATE TABLE feed (
     tenant_id TEXT COLLATE "C" NOT NULL,
     pos BIGINT GENERATED ALWAYS AS IDENTITY,
     xid XID8 NOT NULL DEFAULT pg_current_xact_id(),
     scope TEXT COLLATE "C" NOT NULL,
     entity TEXT COLLATE "C" NOT NULL,
     entity_id TEXT COLLATE "C" NOT NULL,
     op_id TEXT COLLATE "C" NOT NULL,
     origin_node_id TEXT COLLATE "C",
     PRIMARY KEY (tenant_id, pos)
   )
-- next statement
CREATE INDEX feed_by_transaction ON feed (tenant_id, xid, pos)
-- next statement
ALTER TABLE feed ADD COLUMN entry_kind TEXT COLLATE "C" NOT NULL DEFAULT 'row'
-- next statement
ALTER TABLE feed ADD COLUMN made_at TIMESTAMPTZ NOT NULL DEFAULT now()
-- next statement
CREATE INDEX feed_by_record ON feed (tenant_id, entity_id, scope, xid, pos)
-- next statement
CREATE TABLE directory (
     entry_kind TEXT COLLATE "C" NOT NULL,
     entry_key TEXT COLLATE "C" NOT NULL,
     tenant_id TEXT COLLATE "C" NOT NULL,
     PRIMARY KEY (entry_kind, entry_key)
   )
-- next statement
CREATE TABLE signing_keys (
     kid TEXT COLLATE "C" PRIMARY KEY,
     public_jwk JSONB NOT NULL,
     sealed_private_jwk TEXT NOT NULL,
     key_status TEXT COLLATE "C" NOT NULL,
     created_at TEXT COLLATE "C" NOT NULL
   )
-- next statement
CREATE TABLE revocations (
     seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
     revoked_kind TEXT COLLATE "C" NOT NULL,
     revoked_id TEXT COLLATE "C" NOT NULL,
     revoked_at TEXT COLLATE "C" NOT NULL
   )
-- next statement
GRANT SELECT, INSERT ON directory, revocations TO edgeward_app
-- next statement
GRANT SELECT, INSERT, UPDATE ON signing_keys TO edgeward_app
-- next statement
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'audit events are never changed'; END $$
-- next statement
CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE ON audit_events
     FOR EACH ROW EXECUTE FUNCTION refuse_change()
-- next statement
CREATE TRIGGER audit_events_never_truncated BEFORE TRUNCATE ON audit_events
     FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()
-- next statement
ALTER TABLE audit_events ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON audit_events FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON audit_events AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT ON audit_events TO edgeward_app
-- next statement
ALTER TABLE audit_heads ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE audit_heads FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON audit_heads FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON audit_heads AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_heads TO edgeward_app
-- next statement
ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON idempotency_keys FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON idempotency_keys AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency_keys TO edgeward_app
-- next statement
ALTER TABLE search_keys ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE search_keys FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON search_keys FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON search_keys AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON search_keys TO edgeward_app
-- next statement
ALTER TABLE claims ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE claims FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON claims FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON claims AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON claims TO edgeward_app
-- next statement
ALTER TABLE reservations ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE reservations FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON reservations FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON reservations AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON reservations TO edgeward_app
-- next statement
ALTER TABLE counters ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE counters FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON counters FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON counters AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON counters TO edgeward_app
-- next statement
ALTER TABLE domain_events ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE domain_events FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON domain_events FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON domain_events AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON domain_events TO edgeward_app
-- next statement
ALTER TABLE conflicts ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE conflicts FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON conflicts FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON conflicts AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON conflicts TO edgeward_app
-- next statement
ALTER TABLE operation_outcomes ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE operation_outcomes FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON operation_outcomes FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON operation_outcomes AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON operation_outcomes TO edgeward_app
-- next statement
ALTER TABLE pending_entities ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE pending_entities FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON pending_entities FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON pending_entities AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON pending_entities TO edgeward_app
-- next statement
ALTER TABLE tenants ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE tenants FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON tenants FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON tenants AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON tenants TO edgeward_app
-- next statement
ALTER TABLE branches ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE branches FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON branches FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON branches AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON branches TO edgeward_app
-- next statement
ALTER TABLE clients ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE clients FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON clients FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON clients AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON clients TO edgeward_app
-- next statement
ALTER TABLE staff ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE staff FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON staff FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON staff AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON staff TO edgeward_app
-- next statement
ALTER TABLE staff_credentials ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE staff_credentials FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON staff_credentials FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON staff_credentials AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON staff_credentials TO edgeward_app
-- next statement
ALTER TABLE patients ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE patients FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON patients FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON patients AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON patients TO edgeward_app
-- next statement
ALTER TABLE appointments ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE appointments FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON appointments FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON appointments AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON appointments TO edgeward_app
-- next statement
ALTER TABLE encounters ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE encounters FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON encounters FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON encounters AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON encounters TO edgeward_app
-- next statement
ALTER TABLE print_jobs ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE print_jobs FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON print_jobs FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON print_jobs AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON print_jobs TO edgeward_app
-- next statement
ALTER TABLE blobs ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE blobs FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON blobs FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON blobs AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON blobs TO edgeward_app
-- next statement
ALTER TABLE file_copies ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE file_copies FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON file_copies FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON file_copies AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON file_copies TO edgeward_app
-- next statement
ALTER TABLE drafts ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE drafts FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON drafts FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON drafts AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON drafts TO edgeward_app
-- next statement
ALTER TABLE nodes ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE nodes FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON nodes FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON nodes AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON nodes TO edgeward_app
-- next statement
ALTER TABLE enrolment_codes ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE enrolment_codes FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON enrolment_codes FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON enrolment_codes AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON enrolment_codes TO edgeward_app
-- next statement
ALTER TABLE received_operations ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE received_operations FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON received_operations FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON received_operations AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON received_operations TO edgeward_app
-- next statement
ALTER TABLE blocked_records ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE blocked_records FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON blocked_records FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON blocked_records AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON blocked_records TO edgeward_app
-- next statement
ALTER TABLE webhook_endpoints ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE webhook_endpoints FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON webhook_endpoints FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON webhook_endpoints AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_endpoints TO edgeward_app
-- next statement
ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON webhook_deliveries FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON webhook_deliveries AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_deliveries TO edgeward_app
-- next statement
ALTER TABLE webhook_attempts ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE webhook_attempts FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON webhook_attempts FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON webhook_attempts AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_attempts TO edgeward_app
-- next statement
ALTER TABLE node_installs ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE node_installs FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON node_installs FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON node_installs AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON node_installs TO edgeward_app
-- next statement
ALTER TABLE feed_grants ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE feed_grants FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON feed_grants FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON feed_grants AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON feed_grants TO edgeward_app
-- next statement
ALTER TABLE feed_horizons ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE feed_horizons FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON feed_horizons FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON feed_horizons AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON feed_horizons TO edgeward_app
-- next statement
ALTER TABLE feed ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE feed FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON feed FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON feed AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON feed TO edgeward_app
-- next statement
CREATE POLICY worker_may ON webhook_endpoints FOR ALL TO edgeward_worker USING (true) WITH CHECK (true)
-- next statement
GRANT SELECT, INSERT, UPDATE ON webhook_endpoints TO edgeward_worker
-- next statement
CREATE POLICY worker_may ON webhook_deliveries FOR ALL TO edgeward_worker USING (true) WITH CHECK (true)
-- next statement
GRANT SELECT, INSERT, UPDATE ON webhook_deliveries TO edgeward_worker
-- next statement
CREATE POLICY worker_may ON webhook_attempts FOR ALL TO edgeward_worker USING (true) WITH CHECK (true)
-- next statement
GRANT SELECT, INSERT, UPDATE ON webhook_attempts TO edgeward_worker
-- next statement
CREATE POLICY worker_may ON domain_events FOR ALL TO edgeward_worker USING (true) WITH CHECK (true)
-- next statement
GRANT SELECT, INSERT, UPDATE ON domain_events TO edgeward_worker
-- next statement
GRANT USAGE ON SCHEMA public TO edgeward_app, edgeward_worker
