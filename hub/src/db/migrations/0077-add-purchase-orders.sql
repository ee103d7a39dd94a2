CREATE TABLE purchase_orders (
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
  po_no TEXT COLLATE "C" NOT NULL,
  supplier_id TEXT COLLATE "C" NOT NULL,
  location_id TEXT COLLATE "C" NOT NULL,
  lines JSONB NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  expected_by TEXT COLLATE "C",
  payment_terms_days BIGINT,
  notes TEXT COLLATE "C",
  taxable_total_minor BIGINT NOT NULL,
  tax_total_minor BIGINT NOT NULL,
  total_minor BIGINT NOT NULL,
  decided_by TEXT COLLATE "C",
  decided_at TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX purchase_orders_by_created ON purchase_orders (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX purchase_orders_by_status ON purchase_orders (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX purchase_orders_by_supplier ON purchase_orders (tenant_id, supplier_id, created_at, id)
-- next statement
ALTER TABLE purchase_orders ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE purchase_orders FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON purchase_orders FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON purchase_orders AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON purchase_orders TO edgeward_app
