CREATE TABLE goods_receipts (
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
  grn_no TEXT COLLATE "C" NOT NULL,
  purchase_order_id TEXT COLLATE "C",
  supplier_id TEXT COLLATE "C" NOT NULL,
  supplier_invoice_no TEXT COLLATE "C" NOT NULL,
  supplier_invoice_date TEXT COLLATE "C" NOT NULL,
  location_id TEXT COLLATE "C" NOT NULL,
  lines JSONB NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  taxable_total_minor BIGINT NOT NULL,
  tax_total_minor BIGINT NOT NULL,
  total_minor BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  posted_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX goods_receipts_by_created ON goods_receipts (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX goods_receipts_by_order ON goods_receipts (tenant_id, purchase_order_id, id)
-- next statement
CREATE INDEX goods_receipts_by_supplier ON goods_receipts (tenant_id, supplier_id, created_at, id)
-- next statement
ALTER TABLE goods_receipts ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE goods_receipts FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON goods_receipts FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON goods_receipts AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON goods_receipts TO edgeward_app
