CREATE TABLE stock (
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
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  batch_no TEXT NOT NULL,
  expiry_date TEXT,
  mfg_date TEXT,
  mrp_minor INTEGER,
  cost_minor INTEGER,
  gst_rate_bp INTEGER NOT NULL,
  gtin TEXT,
  supplier_id TEXT,
  status TEXT NOT NULL,
  expires_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX stock_by_created ON stock (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_by_expiry ON stock (tenant_id, branch_id, expiry_date, id)
-- next statement
CREATE INDEX stock_by_item ON stock (tenant_id, branch_id, item_id, expiry_date, id)
-- next statement
CREATE INDEX stock_by_place ON stock (tenant_id, location_id, id)
-- next statement
CREATE TABLE stock_moves (
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
  stock_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  batch_no TEXT NOT NULL,
  kind TEXT NOT NULL,
  quantity INTEGER NOT NULL,
  unit TEXT NOT NULL,
  counted INTEGER,
  counterpart_id TEXT,
  reason_code TEXT,
  note TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX stock_moves_by_batch ON stock_moves (tenant_id, branch_id, item_id, batch_no, location_id, quantity)
-- next statement
CREATE INDEX stock_moves_by_created ON stock_moves (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_moves_by_stock ON stock_moves (tenant_id, stock_id, created_at, id, quantity)
