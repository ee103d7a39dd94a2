CREATE TABLE invoices (
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
  patient_id TEXT NOT NULL,
  encounter_id TEXT,
  admission_id TEXT,
  appointment_id TEXT,
  invoice_no TEXT,
  invoice_type TEXT NOT NULL,
  bill_to TEXT NOT NULL,
  issue_date TEXT,
  due_date TEXT,
  currency TEXT NOT NULL,
  place_of_supply TEXT,
  seller_gstin TEXT,
  buyer_gstin TEXT,
  lines TEXT NOT NULL,
  is_rounded INTEGER NOT NULL,
  subtotal_minor INTEGER NOT NULL,
  discount_total_minor INTEGER NOT NULL,
  tax_total_minor INTEGER NOT NULL,
  round_off_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  refunded_minor INTEGER NOT NULL,
  credited_minor INTEGER NOT NULL,
  written_off_minor INTEGER NOT NULL,
  due_minor INTEGER NOT NULL,
  status TEXT NOT NULL,
  status_history TEXT NOT NULL,
  issued_at TEXT,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX invoices_by_created ON invoices (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX invoices_by_patient ON invoices (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX invoices_by_encounter ON invoices (tenant_id, encounter_id, id)
-- next statement
CREATE INDEX invoices_by_number ON invoices (tenant_id, invoice_no)
-- next statement
CREATE INDEX invoices_by_status ON invoices (tenant_id, branch_id, status, created_at, id)
-- next statement
CREATE INDEX invoices_by_day ON invoices (tenant_id, branch_id, issue_date, id)
-- next statement
CREATE TABLE credit_notes (
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
  invoice_id TEXT NOT NULL,
  patient_id TEXT NOT NULL,
  credit_note_no TEXT NOT NULL,
  issue_date TEXT NOT NULL,
  reason TEXT NOT NULL,
  currency TEXT NOT NULL,
  lines TEXT NOT NULL,
  taxable_total_minor INTEGER NOT NULL,
  tax_total_minor INTEGER NOT NULL,
  round_off_minor INTEGER NOT NULL,
  total_minor INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX credit_notes_by_created ON credit_notes (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX credit_notes_by_patient ON credit_notes (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX credit_notes_by_invoice ON credit_notes (tenant_id, invoice_id, id)
