CREATE TABLE invoices (
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
  patient_id TEXT COLLATE "C" NOT NULL,
  encounter_id TEXT COLLATE "C",
  admission_id TEXT COLLATE "C",
  appointment_id TEXT COLLATE "C",
  invoice_no TEXT COLLATE "C",
  invoice_type TEXT COLLATE "C" NOT NULL,
  bill_to TEXT COLLATE "C" NOT NULL,
  issue_date TEXT COLLATE "C",
  due_date TEXT COLLATE "C",
  currency TEXT COLLATE "C" NOT NULL,
  place_of_supply TEXT COLLATE "C",
  seller_gstin TEXT COLLATE "C",
  buyer_gstin TEXT COLLATE "C",
  lines JSONB NOT NULL,
  is_rounded BOOLEAN NOT NULL,
  subtotal_minor BIGINT NOT NULL,
  discount_total_minor BIGINT NOT NULL,
  tax_total_minor BIGINT NOT NULL,
  round_off_minor BIGINT NOT NULL,
  total_minor BIGINT NOT NULL,
  paid_minor BIGINT NOT NULL,
  refunded_minor BIGINT NOT NULL,
  credited_minor BIGINT NOT NULL,
  written_off_minor BIGINT NOT NULL,
  due_minor BIGINT NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  issued_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
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
ALTER TABLE invoices ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE invoices FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON invoices FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON invoices AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON invoices TO edgeward_app
-- next statement
CREATE TABLE credit_notes (
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
  invoice_id TEXT COLLATE "C" NOT NULL,
  patient_id TEXT COLLATE "C" NOT NULL,
  credit_note_no TEXT COLLATE "C" NOT NULL,
  issue_date TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  currency TEXT COLLATE "C" NOT NULL,
  lines JSONB NOT NULL,
  taxable_total_minor BIGINT NOT NULL,
  tax_total_minor BIGINT NOT NULL,
  round_off_minor BIGINT NOT NULL,
  total_minor BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX credit_notes_by_created ON credit_notes (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX credit_notes_by_patient ON credit_notes (tenant_id, patient_id, created_at, id)
-- next statement
CREATE INDEX credit_notes_by_invoice ON credit_notes (tenant_id, invoice_id, id)
-- next statement
ALTER TABLE credit_notes ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE credit_notes FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON credit_notes FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON credit_notes AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON credit_notes TO edgeward_app
