CREATE TABLE cashier_shifts (
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
  shift_no TEXT COLLATE "C" NOT NULL,
  cashier_id TEXT COLLATE "C" NOT NULL,
  counter TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  business_date TEXT COLLATE "C" NOT NULL,
  float_minor BIGINT NOT NULL,
  movements JSONB NOT NULL,
  takings JSONB,
  expected_minor BIGINT,
  denominations JSONB,
  counted_minor BIGINT,
  variance_minor BIGINT,
  variance_reason TEXT COLLATE "C",
  counted_at TEXT COLLATE "C",
  handed_to TEXT COLLATE "C",
  credited_minor BIGINT,
  accepted_by TEXT COLLATE "C",
  closed_at TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX cashier_shifts_by_created ON cashier_shifts (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX cashier_shifts_by_cashier ON cashier_shifts (tenant_id, branch_id, cashier_id, created_at, id)
-- next statement
CREATE INDEX cashier_shifts_by_day ON cashier_shifts (tenant_id, branch_id, business_date, id)
-- next statement
ALTER TABLE cashier_shifts ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE cashier_shifts FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON cashier_shifts FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON cashier_shifts AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON cashier_shifts TO edgeward_app
-- next statement
CREATE TABLE payments (
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
  kind TEXT COLLATE "C" NOT NULL,
  invoice_id TEXT COLLATE "C",
  patient_id TEXT COLLATE "C" NOT NULL,
  payment_of_id TEXT COLLATE "C",
  tenders JSONB NOT NULL,
  amount_minor BIGINT NOT NULL,
  cash_minor BIGINT NOT NULL,
  tendered_minor BIGINT,
  change_minor BIGINT NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  receipt_no TEXT COLLATE "C" NOT NULL,
  receipt_date TEXT COLLATE "C" NOT NULL,
  cashier_shift_id TEXT COLLATE "C" NOT NULL,
  received_by TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX payments_by_created ON payments (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX payments_by_patient ON payments (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX payments_by_invoice ON payments (tenant_id, invoice_id, id)
-- next statement
CREATE INDEX payments_by_shift ON payments (tenant_id, cashier_shift_id, id)
-- next statement
CREATE INDEX payments_by_origin ON payments (tenant_id, payment_of_id, id)
-- next statement
CREATE INDEX payments_by_day ON payments (tenant_id, branch_id, receipt_date, id)
-- next statement
ALTER TABLE payments ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE payments FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON payments FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON payments AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON payments TO edgeward_app
