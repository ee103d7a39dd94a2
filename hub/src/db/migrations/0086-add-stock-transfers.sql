CREATE TABLE stock_transfers (
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
  from_location_id TEXT COLLATE "C" NOT NULL,
  to_branch_id TEXT COLLATE "C" NOT NULL,
  lines JSONB NOT NULL,
  note TEXT COLLATE "C",
  receipts JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX stock_transfers_by_created ON stock_transfers (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_transfers_by_receiver ON stock_transfers (tenant_id, to_branch_id, created_at, id)
-- next statement
ALTER TABLE stock_transfers ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE stock_transfers FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON stock_transfers FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON stock_transfers AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_transfers TO edgeward_app
