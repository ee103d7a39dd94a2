CREATE TABLE certificates (
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
  doctor_id TEXT COLLATE "C" NOT NULL,
  certificate_no TEXT COLLATE "C" NOT NULL,
  certificate_type TEXT COLLATE "C" NOT NULL,
  rest_from TEXT COLLATE "C",
  rest_to TEXT COLLATE "C",
  fit_from TEXT COLLATE "C",
  fit_for TEXT COLLATE "C",
  referred_to TEXT COLLATE "C",
  referred_place TEXT COLLATE "C",
  reason TEXT COLLATE "C",
  remarks TEXT COLLATE "C",
  shows_diagnosis BOOLEAN NOT NULL,
  diagnosis TEXT COLLATE "C",
  summary JSONB,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  issued_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX certificates_by_created ON certificates (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX certificates_by_patient ON certificates (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX certificates_by_encounter ON certificates (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX certificates_by_number ON certificates (tenant_id, certificate_no)
-- next statement
ALTER TABLE certificates ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE certificates FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON certificates FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON certificates AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON certificates TO edgeward_app
