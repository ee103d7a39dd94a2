CREATE TABLE stock_locations (
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
  name_key TEXT NOT NULL,
  name_hi TEXT,
  name_ur TEXT,
  kind TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX stock_locations_by_code ON stock_locations (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX stock_locations_by_name ON stock_locations (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX stock_locations_by_created ON stock_locations (tenant_id, branch_id, created_at, id)
