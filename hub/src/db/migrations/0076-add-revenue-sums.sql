CREATE TABLE revenue_sums (
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C" NOT NULL,
  fact TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  invoice_type TEXT COLLATE "C" NOT NULL,
  payer_id TEXT COLLATE "C" NOT NULL,
  doctor_id TEXT COLLATE "C" NOT NULL,
  department TEXT COLLATE "C" NOT NULL,
  method TEXT COLLATE "C" NOT NULL,
  bills BIGINT NOT NULL,
  billed_minor BIGINT NOT NULL,
  discount_minor BIGINT NOT NULL,
  tax_minor BIGINT NOT NULL,
  credited_minor BIGINT NOT NULL,
  paid_minor BIGINT NOT NULL,
  due_minor BIGINT NOT NULL,
  written_off_minor BIGINT NOT NULL,
  credit_notes_minor BIGINT NOT NULL,
  collected_minor BIGINT NOT NULL,
  refunded_minor BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method)
)
-- next statement
ALTER TABLE revenue_sums ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE revenue_sums FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON revenue_sums FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON revenue_sums AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON revenue_sums TO edgeward_app
-- next statement
ALTER TABLE invoices ADD COLUMN payer_id TEXT COLLATE "C"
-- next statement
ALTER TABLE invoices ADD COLUMN payer_split JSONB
-- next statement
ALTER TABLE invoices ADD COLUMN doctor_id TEXT COLLATE "C"
-- next statement
ALTER TABLE invoices ADD COLUMN department TEXT COLLATE "C"
-- next statement
-- The owner, too, is held to the policies, and no tenant is named here.
ALTER TABLE invoices NO FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE credit_notes NO FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE payments NO FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE revenue_sums NO FORCE ROW LEVEL SECURITY
-- next statement
INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
  SELECT tenant_id, branch_id, 'bills', issue_date, '', '', '', '', '', sum(1), sum(total_minor), sum(discount_total_minor), sum(tax_total_minor), sum(credited_minor), sum(paid_minor - refunded_minor), sum(due_minor), sum(written_off_minor), 0, 0, 0
  FROM invoices WHERE issue_date IS NOT NULL AND branch_id IS NOT NULL AND status <> 'void'
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
-- next statement
INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
  SELECT tenant_id, branch_id, 'bills_by', issue_date, invoice_type, '', '', '', '', sum(1), sum(total_minor), sum(discount_total_minor), sum(tax_total_minor), sum(credited_minor), sum(paid_minor - refunded_minor), sum(due_minor), sum(written_off_minor), 0, 0, 0
  FROM invoices WHERE issue_date IS NOT NULL AND branch_id IS NOT NULL AND status <> 'void'
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
-- next statement
INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
  SELECT tenant_id, branch_id, 'credit_notes', issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, sum(total_minor), 0, 0
  FROM credit_notes WHERE branch_id IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
-- next statement
INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
  SELECT tenant_id, branch_id, 'payments', receipt_date, '', '', '', '', (tender.value ->> 'method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(CASE WHEN kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN kind = 'void' THEN -(tender.value ->> 'amount_minor')::bigint ELSE (tender.value ->> 'amount_minor')::bigint END), sum(CASE WHEN kind = 'refund' THEN (tender.value ->> 'amount_minor')::bigint ELSE 0 END)
  FROM payments, jsonb_array_elements(tenders) AS tender WHERE branch_id IS NOT NULL AND (tender.value ->> 'method') <> 'advance'
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
-- next statement
ALTER TABLE invoices FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE credit_notes FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE payments FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE revenue_sums FORCE ROW LEVEL SECURITY
-- next statement
CREATE FUNCTION sum_invoices() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
     IF TG_OP <> 'INSERT' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills', OLD.issue_date, '', '', '', '', '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills_by', OLD.issue_date, OLD.invoice_type, coalesce(OLD.payer_id, ''), coalesce(OLD.doctor_id, ''), coalesce(OLD.department, ''), '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     IF TG_OP <> 'DELETE' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills', NEW.issue_date, '', '', '', '', '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills_by', NEW.issue_date, NEW.invoice_type, coalesce(NEW.payer_id, ''), coalesce(NEW.doctor_id, ''), coalesce(NEW.department, ''), '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     RETURN NULL;
     END $$
-- next statement
CREATE TRIGGER invoices_summed AFTER INSERT OR UPDATE OR DELETE ON invoices
     FOR EACH ROW EXECUTE FUNCTION sum_invoices()
-- next statement
CREATE FUNCTION sum_credit_notes() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
     IF TG_OP <> 'INSERT' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'credit_notes', OLD.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, -OLD.total_minor, 0, 0
      WHERE OLD.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     IF TG_OP <> 'DELETE' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'credit_notes', NEW.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, NEW.total_minor, 0, 0
      WHERE NEW.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     RETURN NULL;
     END $$
-- next statement
CREATE TRIGGER credit_notes_summed AFTER INSERT OR UPDATE OR DELETE ON credit_notes
     FOR EACH ROW EXECUTE FUNCTION sum_credit_notes()
-- next statement
CREATE FUNCTION sum_payments() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
     IF TG_OP <> 'INSERT' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'payments', OLD.receipt_date, '', '', '', '', (tender.value ->> 'method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, -sum(CASE WHEN OLD.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN OLD.kind = 'void' THEN -(tender.value ->> 'amount_minor')::bigint ELSE (tender.value ->> 'amount_minor')::bigint END), -sum(CASE WHEN OLD.kind = 'refund' THEN (tender.value ->> 'amount_minor')::bigint ELSE 0 END)
     FROM jsonb_array_elements(OLD.tenders) AS tender WHERE OLD.branch_id IS NOT NULL AND (tender.value ->> 'method') <> 'advance'
     GROUP BY (tender.value ->> 'method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     IF TG_OP <> 'DELETE' THEN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'payments', NEW.receipt_date, '', '', '', '', (tender.value ->> 'method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(CASE WHEN NEW.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN NEW.kind = 'void' THEN -(tender.value ->> 'amount_minor')::bigint ELSE (tender.value ->> 'amount_minor')::bigint END), sum(CASE WHEN NEW.kind = 'refund' THEN (tender.value ->> 'amount_minor')::bigint ELSE 0 END)
     FROM jsonb_array_elements(NEW.tenders) AS tender WHERE NEW.branch_id IS NOT NULL AND (tender.value ->> 'method') <> 'advance'
     GROUP BY (tender.value ->> 'method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END IF;
     RETURN NULL;
     END $$
-- next statement
CREATE TRIGGER payments_summed AFTER INSERT OR UPDATE OR DELETE ON payments
     FOR EACH ROW EXECUTE FUNCTION sum_payments()
