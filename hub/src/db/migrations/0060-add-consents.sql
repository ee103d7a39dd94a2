CREATE TABLE consents (
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
  consent_type TEXT COLLATE "C" NOT NULL,
  decision TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  purpose_code TEXT COLLATE "C",
  hi_types JSONB,
  scope JSONB,
  access_mode TEXT COLLATE "C",
  frequency JSONB,
  data_erase_at TEXT COLLATE "C",
  valid_from TEXT COLLATE "C",
  valid_until TEXT COLLATE "C",
  abdm JSONB,
  notice_version TEXT COLLATE "C",
  language TEXT COLLATE "C",
  captured_method TEXT COLLATE "C",
  given_by JSONB,
  witness_id TEXT COLLATE "C",
  captured_by TEXT COLLATE "C",
  decided_at TEXT COLLATE "C",
  revoked_at TEXT COLLATE "C",
  revoke_reason TEXT COLLATE "C",
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX consents_by_created ON consents (tenant_id, created_at, id)
-- next statement
CREATE INDEX consents_by_patient ON consents (tenant_id, patient_id, created_at, id)
-- next statement
ALTER TABLE consents ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE consents FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON consents FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON consents AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON consents TO edgeward_app
