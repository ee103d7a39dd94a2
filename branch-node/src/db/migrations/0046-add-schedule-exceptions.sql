CREATE TABLE holidays (
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
  date TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  closes INTEGER NOT NULL,
  branches TEXT,
  note TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX holidays_by_created_at ON holidays (tenant_id, created_at, id)
-- next statement
CREATE INDEX holidays_by_date ON holidays (tenant_id, date, id)
-- next statement
CREATE TABLE schedule_exceptions (
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
  provider_id TEXT,
  kind TEXT NOT NULL,
  starts_at TEXT NOT NULL,
  ends_at TEXT NOT NULL,
  reason TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX schedule_exceptions_by_end ON schedule_exceptions (tenant_id, branch_id, ends_at, id)
-- next statement
CREATE INDEX schedule_exceptions_by_start ON schedule_exceptions (tenant_id, branch_id, starts_at, id)
-- next statement
CREATE INDEX schedule_exceptions_by_created ON schedule_exceptions (tenant_id, branch_id, created_at, id)
