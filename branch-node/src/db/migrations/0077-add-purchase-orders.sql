CREATE TABLE purchase_orders (
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
  po_no TEXT NOT NULL,
  supplier_id TEXT NOT NULL,
  location_id TEXT NOT NULL,
  lines TEXT NOT NULL,
  currency TEXT NOT NULL,
  expected_by TEXT,
  payment_terms_days INTEGER,
  notes TEXT,
  taxable_total_minor INTEGER NOT NULL,
  tax_total_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL,
  decided_by TEXT,
  decided_at TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX purchase_orders_by_created ON purchase_orders (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX purchase_orders_by_status ON purchase_orders (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX purchase_orders_by_supplier ON purchase_orders (tenant_id, supplier_id, created_at, id)
