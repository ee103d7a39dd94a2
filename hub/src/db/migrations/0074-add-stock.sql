CREATE TABLE stock (
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
  item_id TEXT COLLATE "C" NOT NULL,
  location_id TEXT COLLATE "C" NOT NULL,
  batch_no TEXT COLLATE "C" NOT NULL,
  expiry_date TEXT COLLATE "C",
  mfg_date TEXT COLLATE "C",
  mrp_minor BIGINT,
  cost_minor BIGINT,
  gst_rate_bp BIGINT NOT NULL,
  gtin TEXT COLLATE "C",
  supplier_id TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX stock_by_created ON stock (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_by_expiry ON stock (tenant_id, branch_id, expiry_date, id)
-- next statement
CREATE INDEX stock_by_item ON stock (tenant_id, branch_id, item_id, expiry_date, id)
-- next statement
CREATE INDEX stock_by_place ON stock (tenant_id, location_id, id)
-- next statement
ALTER TABLE stock ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE stock FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON stock FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON stock AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON stock TO edgeward_app
-- next statement
CREATE TABLE stock_moves (
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
  stock_id TEXT COLLATE "C" NOT NULL,
  item_id TEXT COLLATE "C" NOT NULL,
  location_id TEXT COLLATE "C" NOT NULL,
  batch_no TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  quantity BIGINT NOT NULL,
  unit TEXT COLLATE "C" NOT NULL,
  counted BIGINT,
  counterpart_id TEXT COLLATE "C",
  reason_code TEXT COLLATE "C",
  note TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX stock_moves_by_batch ON stock_moves (tenant_id, branch_id, item_id, batch_no, location_id, quantity)
-- next statement
CREATE INDEX stock_moves_by_created ON stock_moves (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_moves_by_stock ON stock_moves (tenant_id, stock_id, created_at, id, quantity)
-- next statement
ALTER TABLE stock_moves ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE stock_moves FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON stock_moves FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON stock_moves AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_moves TO edgeward_app
