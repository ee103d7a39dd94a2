CREATE TABLE stock_transfers (
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
  from_location_id TEXT NOT NULL,
  to_branch_id TEXT NOT NULL,
  lines TEXT NOT NULL,
  note TEXT,
  receipts TEXT NOT NULL,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX stock_transfers_by_created ON stock_transfers (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX stock_transfers_by_receiver ON stock_transfers (tenant_id, to_branch_id, created_at, id)
