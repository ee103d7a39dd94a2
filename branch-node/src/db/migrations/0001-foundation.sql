CREATE TABLE audit_events (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  seq INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  actor_id TEXT NOT NULL,
  actor_type TEXT NOT NULL,
  actor_role TEXT,
  client_id TEXT,
  session_id TEXT,
  device_id TEXT,
  branch_id TEXT,
  request_id TEXT,
  ip TEXT,
  module TEXT NOT NULL,
  action TEXT NOT NULL,
  outcome TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  entity_id TEXT,
  patient_id TEXT,
  reason TEXT,
  changes TEXT NOT NULL,
  trust TEXT NOT NULL,
  prev_hash TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (tenant_id, stream, seq)
) STRICT
-- next statement
CREATE INDEX audit_events_by_time ON audit_events (tenant_id, created_at, id)
-- next statement
CREATE INDEX audit_events_by_entity ON audit_events (tenant_id, entity_id, created_at)
-- next statement
CREATE INDEX audit_events_by_patient ON audit_events (tenant_id, patient_id, created_at)
-- next statement
CREATE TABLE audit_heads (
  tenant_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  seq INTEGER NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (tenant_id, stream)
) STRICT
-- next statement
CREATE TABLE idempotency_keys (
  tenant_id TEXT NOT NULL,
  principal TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  http_status INTEGER NOT NULL,
  response_body TEXT NOT NULL,
  request_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, principal, idempotency_key)
) STRICT
-- next statement
CREATE INDEX idempotency_keys_by_time ON idempotency_keys (created_at)
-- next statement
CREATE TABLE search_keys (
  tenant_id TEXT NOT NULL,
  entity TEXT NOT NULL,
  search_key TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, entity, search_key, entity_id)
) STRICT
-- next statement
CREATE INDEX search_keys_by_entity ON search_keys (tenant_id, entity_id)
-- next statement
CREATE TABLE claims (
  tenant_id TEXT NOT NULL,
  claim_kind TEXT NOT NULL,
  claim_value TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, claim_kind, claim_value)
) STRICT
-- next statement
CREATE INDEX claims_by_entity ON claims (tenant_id, entity_id)
-- next statement
CREATE TABLE reservations (
  tenant_id TEXT NOT NULL,
  ref_id TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, ref_id)
) STRICT
-- next statement
CREATE INDEX reservations_by_time ON reservations (tenant_id, resource_id, start_ms)
-- next statement
CREATE TABLE counters (
  tenant_id TEXT NOT NULL,
  counter_name TEXT NOT NULL,
  counter_value INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, counter_name)
) STRICT
-- next statement
CREATE TABLE domain_events (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  event_type TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entity_version INTEGER NOT NULL,
  op_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX domain_events_by_time ON domain_events (tenant_id, created_at, id)
-- next statement
CREATE TABLE conflicts (
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
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  patient_id TEXT,
  op_id TEXT NOT NULL,
  conflict_kind TEXT NOT NULL,
  field TEXT NOT NULL,
  kept_value TEXT,
  other_value TEXT,
  base_stamp TEXT,
  kept_stamp TEXT NOT NULL,
  other_stamp TEXT NOT NULL,
  kept_actor_id TEXT,
  other_actor_id TEXT,
  conflict_status TEXT NOT NULL,
  resolution TEXT,
  resolved_value TEXT,
  resolution_note TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX conflicts_by_status ON conflicts (tenant_id, conflict_status, created_at, id)
-- next statement
CREATE INDEX conflicts_by_created ON conflicts (tenant_id, created_at, id)
-- next statement
CREATE INDEX conflicts_by_entity ON conflicts (tenant_id, entity_id, created_at)
-- next statement
CREATE TABLE operation_outcomes (
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
  op_outcome TEXT NOT NULL,
  op_result TEXT NOT NULL,
  op_action TEXT NOT NULL,
  op_note TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX operation_outcomes_by_updated ON operation_outcomes (tenant_id, updated_at, id)
-- next statement
CREATE TABLE pending_entities (
  tenant_id TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  op_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, entity_id, op_id)
) STRICT
-- next statement
CREATE INDEX pending_entities_by_op ON pending_entities (tenant_id, op_id)
-- next statement
CREATE TABLE tenants (
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
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  country TEXT NOT NULL,
  locale TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  currency TEXT NOT NULL,
  plan_code TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE TABLE branches (
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
  phone TEXT,
  address TEXT,
  country TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  status TEXT NOT NULL,
  has_node INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE UNIQUE INDEX branches_by_code ON branches (tenant_id, code)
-- next statement
CREATE TABLE clients (
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
  name TEXT NOT NULL,
  secret_hash TEXT NOT NULL,
  roles TEXT NOT NULL,
  scopes TEXT,
  branches TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE TABLE staff (
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
  employee_no TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  gender TEXT,
  phone TEXT,
  email TEXT,
  roles TEXT NOT NULL,
  primary_role TEXT NOT NULL,
  department TEXT,
  designation TEXT,
  specialities TEXT NOT NULL,
  registration TEXT,
  branches TEXT NOT NULL,
  schedule TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX staff_by_name ON staff (tenant_id, name_key, id)
-- next statement
CREATE INDEX staff_by_created ON staff (tenant_id, created_at, id)
-- next statement
CREATE TABLE staff_credentials (
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
  staff_id TEXT NOT NULL,
  username TEXT NOT NULL,
  password_verifier TEXT NOT NULL,
  pin_verifier TEXT,
  valid_until TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE UNIQUE INDEX staff_credentials_by_username ON staff_credentials (tenant_id, username)
-- next statement
CREATE INDEX staff_credentials_by_staff ON staff_credentials (tenant_id, staff_id)
-- next statement
CREATE TABLE patients (
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
  uhid TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  gender TEXT NOT NULL,
  dob TEXT,
  dob_estimated INTEGER NOT NULL,
  phone TEXT,
  alternate_phone TEXT,
  email TEXT,
  abha_id TEXT,
  abha_address TEXT,
  consent_status TEXT NOT NULL,
  address TEXT,
  blood_group TEXT,
  marital_status TEXT,
  preferred_language TEXT,
  emergency_contact TEXT,
  allergies TEXT NOT NULL,
  identifiers TEXT NOT NULL,
  is_unidentified INTEGER NOT NULL,
  is_vip INTEGER NOT NULL,
  is_deceased INTEGER NOT NULL,
  deceased_at TEXT,
  status TEXT NOT NULL,
  merged_into_id TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
  provider_id TEXT NOT NULL,
  slot_time TEXT NOT NULL,
  duration_min INTEGER NOT NULL,
  end_time TEXT NOT NULL,
  service_id TEXT,
  encounter_type TEXT NOT NULL,
  channel TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  queue_no INTEGER,
  queue_code TEXT,
  token_code TEXT,
  business_date TEXT,
  reminder_status TEXT NOT NULL,
  reminder_channels TEXT NOT NULL,
  reason TEXT,
  priority TEXT NOT NULL,
  booking_id TEXT,
  rescheduled_count INTEGER NOT NULL,
  cancel_reason TEXT,
  cancel_note TEXT,
  video_url TEXT,
  is_overbook INTEGER NOT NULL,
  status_history TEXT NOT NULL,
  called_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
  doctor_id TEXT,
  encounter_type TEXT NOT NULL,
  visit_status TEXT NOT NULL,
  diagnosis_code TEXT,
  diagnosis_system TEXT NOT NULL,
  diagnoses TEXT NOT NULL,
  notes TEXT,
  addenda TEXT NOT NULL,
  care_stage TEXT,
  disposition TEXT,
  appointment_id TEXT,
  admission_id TEXT,
  triage_id TEXT,
  triage_waived_reason TEXT,
  chief_complaint TEXT,
  vitals TEXT,
  vitals_history TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT,
  department TEXT,
  location TEXT,
  follow_up_date TEXT,
  telehealth TEXT,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
  document_type TEXT NOT NULL,
  device_role TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_id TEXT NOT NULL,
  patient_id TEXT,
  template TEXT NOT NULL,
  data TEXT NOT NULL,
  status TEXT NOT NULL,
  stage TEXT,
  attempts INTEGER NOT NULL,
  last_error TEXT,
  claimed_by TEXT,
  printed_at TEXT,
  evidence TEXT,
  expires_at TEXT NOT NULL,
  copies INTEGER NOT NULL,
  priority TEXT NOT NULL,
  reprint_of_id TEXT,
  reprint_reason TEXT,
  job_tag TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX print_jobs_by_created ON print_jobs (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX print_jobs_by_source ON print_jobs (tenant_id, source_id, created_at, id)
-- next statement
CREATE INDEX print_jobs_by_status ON print_jobs (tenant_id, branch_id, status, device_role, created_at, id)
-- next statement
CREATE TABLE blobs (
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
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  chunk_count INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  filename TEXT NOT NULL,
  category TEXT NOT NULL,
  entity_type TEXT,
  entity_id TEXT,
  patient_id TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX blobs_by_hash ON blobs (tenant_id, sha256)
-- next statement
CREATE INDEX blobs_by_entity ON blobs (tenant_id, entity_id, created_at, id)
-- next statement
CREATE TABLE file_copies (
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
  sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  copy_state TEXT NOT NULL,
  lane_state TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX file_copies_by_lane ON file_copies (tenant_id, lane_state, created_at, id)
-- next statement
CREATE INDEX file_copies_by_state ON file_copies (tenant_id, copy_state, created_at, id)
-- next statement
CREATE TABLE drafts (
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
  draft_kind TEXT NOT NULL,
  subject_id TEXT,
  owner_id TEXT NOT NULL,
  device_id TEXT,
  form_state TEXT NOT NULL,
  draft_status TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX drafts_by_owner ON drafts (tenant_id, branch_id, owner_id, updated_at, id)
-- next statement
CREATE TABLE journal (
  tenant_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  op_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  journal_state TEXT NOT NULL,
  result TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, epoch, seq)
) STRICT
-- next statement
CREATE UNIQUE INDEX journal_by_op ON journal (op_id)
-- next statement
CREATE INDEX journal_open ON journal (journal_state, epoch, seq) WHERE journal_state IN ('pending', 'held', 'rejected')
-- next statement
CREATE TABLE node_state (
  state_name TEXT NOT NULL,
  state_value TEXT NOT NULL,
  PRIMARY KEY (state_name)
) STRICT
-- next statement
CREATE TABLE staff_sessions (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  refresh_hash TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE TABLE tablets (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  public_jwk TEXT NOT NULL,
  tablet_status TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  accepted_seq INTEGER NOT NULL,
  last_contact_at TEXT,
  paired_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE TABLE tablet_operations (
  tenant_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  op_id TEXT NOT NULL,
  outcome TEXT NOT NULL,
  result TEXT NOT NULL,
  operation TEXT NOT NULL,
  received_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, device_id, epoch, seq)
) STRICT
-- next statement
CREATE INDEX tablet_operations_open ON tablet_operations (tenant_id, device_id, seq) WHERE outcome IN ('held', 'rejected')
-- next statement
CREATE TRIGGER reservations_no_overlap BEFORE INSERT ON reservations
       WHEN EXISTS (SELECT 1 FROM reservations AS other
         WHERE other.tenant_id = NEW.tenant_id AND other.resource_id = NEW.resource_id
           AND other.ref_id <> NEW.ref_id AND other.start_ms < NEW.end_ms AND other.end_ms > NEW.start_ms)
       BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: reservations overlap'); END
-- next statement
CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END
-- next statement
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
    BEGIN SELECT RAISE(ABORT, 'audit events are never changed'); END
