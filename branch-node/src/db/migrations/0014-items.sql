CREATE TABLE items (
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
  unit TEXT NOT NULL,
  kind TEXT NOT NULL,
  price_minor INTEGER,
  reorder_level INTEGER,
  name_key TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX items_by_created_at ON items (tenant_id, created_at, id)
-- next statement
CREATE INDEX items_by_code ON items (tenant_id, code, id)
-- next statement
CREATE INDEX items_by_name_key ON items (tenant_id, name_key, id)
-- next statement
CREATE INDEX items_by_kind_and_name_key ON items (tenant_id, kind, name_key)
