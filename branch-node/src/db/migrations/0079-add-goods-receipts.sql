CREATE TABLE goods_receipts (
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
  grn_no TEXT NOT NULL,
  purchase_order_id TEXT,
  supplier_id TEXT NOT NULL,
  supplier_invoice_no TEXT NOT NULL,
  supplier_invoice_date TEXT NOT NULL,
  location_id TEXT NOT NULL,
  lines TEXT NOT NULL,
  currency TEXT NOT NULL,
  taxable_total_minor INTEGER NOT NULL,
  tax_total_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  posted_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX goods_receipts_by_created ON goods_receipts (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX goods_receipts_by_order ON goods_receipts (tenant_id, purchase_order_id, id)
-- next statement
CREATE INDEX goods_receipts_by_supplier ON goods_receipts (tenant_id, supplier_id, created_at, id)
