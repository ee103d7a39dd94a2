CREATE TABLE documents (
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
  patient_id TEXT,
  encounter_id TEXT,
  category TEXT NOT NULL,
  title TEXT NOT NULL,
  document_type TEXT,
  document_date TEXT,
  confidential INTEGER NOT NULL,
  file_id TEXT NOT NULL,
  status TEXT NOT NULL,
  replaces_id TEXT,
  replaced_by_id TEXT,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX documents_by_created ON documents (tenant_id, created_at, id)
-- next statement
CREATE INDEX documents_by_patient ON documents (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX documents_by_visit ON documents (tenant_id, encounter_id, id)
