CREATE TABLE cashier_shifts (
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
  shift_no TEXT NOT NULL,
  cashier_id TEXT NOT NULL,
  counter TEXT NOT NULL,
  currency TEXT NOT NULL,
  business_date TEXT NOT NULL,
  float_minor INTEGER NOT NULL,
  movements TEXT NOT NULL,
  takings TEXT,
  expected_minor INTEGER,
  denominations TEXT,
  counted_minor INTEGER,
  variance_minor INTEGER,
  variance_reason TEXT,
  counted_at TEXT,
  handed_to TEXT,
  credited_minor INTEGER,
  accepted_by TEXT,
  closed_at TEXT,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX cashier_shifts_by_created ON cashier_shifts (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX cashier_shifts_by_cashier ON cashier_shifts (tenant_id, branch_id, cashier_id, created_at, id)
-- next statement
CREATE INDEX cashier_shifts_by_day ON cashier_shifts (tenant_id, branch_id, business_date, id)
-- next statement
CREATE TABLE payments (
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
  kind TEXT NOT NULL,
  invoice_id TEXT,
  patient_id TEXT NOT NULL,
  payment_of_id TEXT,
  tenders TEXT NOT NULL,
  amount_minor INTEGER NOT NULL,
  cash_minor INTEGER NOT NULL,
  tendered_minor INTEGER,
  change_minor INTEGER NOT NULL,
  currency TEXT NOT NULL,
  receipt_no TEXT NOT NULL,
  receipt_date TEXT NOT NULL,
  cashier_shift_id TEXT NOT NULL,
  received_by TEXT NOT NULL,
  reason TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
