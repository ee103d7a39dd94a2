CREATE TABLE documents (
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
  patient_id TEXT COLLATE "C",
  encounter_id TEXT COLLATE "C",
  category TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  document_type TEXT COLLATE "C",
  document_date TEXT COLLATE "C",
  confidential BOOLEAN NOT NULL,
  file_id TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  replaces_id TEXT COLLATE "C",
  replaced_by_id TEXT COLLATE "C",
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX documents_by_created ON documents (tenant_id, created_at, id)
-- next statement
CREATE INDEX documents_by_patient ON documents (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX documents_by_visit ON documents (tenant_id, encounter_id, id)
-- next statement
ALTER TABLE documents ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE documents FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON documents FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON documents AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON documents TO edgeward_app
