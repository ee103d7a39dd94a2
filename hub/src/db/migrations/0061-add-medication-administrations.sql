CREATE TABLE medication_administrations (
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
  prescription_id TEXT COLLATE "C" NOT NULL,
  prescribed_item_id TEXT COLLATE "C" NOT NULL,
  encounter_id TEXT COLLATE "C" NOT NULL,
  admission_id TEXT COLLATE "C",
  due_at TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  given_at TEXT COLLATE "C",
  dose JSONB,
  dose_unit TEXT COLLATE "C",
  route TEXT COLLATE "C",
  reason TEXT COLLATE "C",
  follows_id TEXT COLLATE "C",
  performed_by TEXT COLLATE "C" NOT NULL,
  amends_id TEXT COLLATE "C",
  amend_reason TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX medication_administrations_by_created ON medication_administrations (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX medication_administrations_by_patient ON medication_administrations (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX medication_administrations_by_dose ON medication_administrations (tenant_id, prescribed_item_id, due_at, id)
-- next statement
CREATE INDEX medication_administrations_by_encounter ON medication_administrations (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX medication_administrations_by_amended ON medication_administrations (tenant_id, amends_id)
-- next statement
ALTER TABLE medication_administrations ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE medication_administrations FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON medication_administrations FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON medication_administrations AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON medication_administrations TO edgeward_app
