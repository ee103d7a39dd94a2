CREATE TABLE waitlist_entries (
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
  provider_id TEXT COLLATE "C",
  department TEXT COLLATE "C",
  from_day TEXT COLLATE "C" NOT NULL,
  to_day TEXT COLLATE "C" NOT NULL,
  encounter_type TEXT COLLATE "C" NOT NULL,
  note TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  appointment_id TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX waitlist_entries_by_day ON waitlist_entries (tenant_id, branch_id, from_day, id)
-- next statement
CREATE INDEX waitlist_entries_by_created ON waitlist_entries (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX waitlist_entries_by_patient ON waitlist_entries (tenant_id, patient_id, id)
-- next statement
ALTER TABLE waitlist_entries ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE waitlist_entries FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON waitlist_entries FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON waitlist_entries AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON waitlist_entries TO edgeward_app
