CREATE TABLE waitlist_entries (
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
  provider_id TEXT,
  department TEXT,
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  encounter_type TEXT NOT NULL,
  note TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  appointment_id TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX waitlist_entries_by_day ON waitlist_entries (tenant_id, branch_id, from_day, id)
-- next statement
CREATE INDEX waitlist_entries_by_created ON waitlist_entries (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX waitlist_entries_by_patient ON waitlist_entries (tenant_id, patient_id, id)
