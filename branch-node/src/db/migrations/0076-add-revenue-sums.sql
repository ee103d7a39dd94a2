CREATE TABLE revenue_sums (
  tenant_id TEXT NOT NULL,
  branch_id TEXT NOT NULL,
  fact TEXT NOT NULL,
  day TEXT NOT NULL,
  invoice_type TEXT NOT NULL,
  payer_id TEXT NOT NULL,
  doctor_id TEXT NOT NULL,
  department TEXT NOT NULL,
  method TEXT NOT NULL,
  bills INTEGER NOT NULL,
  billed_minor INTEGER NOT NULL,
  discount_minor INTEGER NOT NULL,
  tax_minor INTEGER NOT NULL,
  credited_minor INTEGER NOT NULL,
  paid_minor INTEGER NOT NULL,
  due_minor INTEGER NOT NULL,
  written_off_minor INTEGER NOT NULL,
  credit_notes_minor INTEGER NOT NULL,
  collected_minor INTEGER NOT NULL,
  refunded_minor INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method)
) STRICT, WITHOUT ROWID
-- next statement
ALTER TABLE invoices ADD COLUMN payer_id TEXT
-- next statement
ALTER TABLE invoices ADD COLUMN payer_split TEXT
-- next statement
ALTER TABLE invoices ADD COLUMN doctor_id TEXT
-- next statement
ALTER TABLE invoices ADD COLUMN department TEXT
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
  SELECT tenant_id, branch_id, 'payments', receipt_date, '', '', '', '', (tender.value ->> '$.method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(CASE WHEN kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN kind = 'void' THEN -(tender.value ->> '$.amount_minor') ELSE (tender.value ->> '$.amount_minor') END), sum(CASE WHEN kind = 'refund' THEN (tender.value ->> '$.amount_minor') ELSE 0 END)
  FROM payments, json_each(tenders) AS tender WHERE branch_id IS NOT NULL AND (tender.value ->> '$.method') <> 'advance'
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
-- next statement
CREATE TRIGGER invoices_summed AFTER INSERT ON invoices BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills', NEW.issue_date, '', '', '', '', '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills_by', NEW.issue_date, NEW.invoice_type, coalesce(NEW.payer_id, ''), coalesce(NEW.doctor_id, ''), coalesce(NEW.department, ''), '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER invoices_summed_anew AFTER UPDATE ON invoices BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills', OLD.issue_date, '', '', '', '', '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills_by', OLD.issue_date, OLD.invoice_type, coalesce(OLD.payer_id, ''), coalesce(OLD.doctor_id, ''), coalesce(OLD.department, ''), '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills', NEW.issue_date, '', '', '', '', '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'bills_by', NEW.issue_date, NEW.invoice_type, coalesce(NEW.payer_id, ''), coalesce(NEW.doctor_id, ''), coalesce(NEW.department, ''), '', 1, NEW.total_minor, NEW.discount_total_minor, NEW.tax_total_minor, NEW.credited_minor, (NEW.paid_minor - NEW.refunded_minor), NEW.due_minor, NEW.written_off_minor, 0, 0, 0
      WHERE NEW.issue_date IS NOT NULL AND NEW.branch_id IS NOT NULL AND NEW.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER invoices_summed_less AFTER DELETE ON invoices BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills', OLD.issue_date, '', '', '', '', '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'bills_by', OLD.issue_date, OLD.invoice_type, coalesce(OLD.payer_id, ''), coalesce(OLD.doctor_id, ''), coalesce(OLD.department, ''), '', -1, -OLD.total_minor, -OLD.discount_total_minor, -OLD.tax_total_minor, -OLD.credited_minor, -(OLD.paid_minor - OLD.refunded_minor), -OLD.due_minor, -OLD.written_off_minor, 0, 0, 0
      WHERE OLD.issue_date IS NOT NULL AND OLD.branch_id IS NOT NULL AND OLD.status <> 'void'
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER credit_notes_summed AFTER INSERT ON credit_notes BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'credit_notes', NEW.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, NEW.total_minor, 0, 0
      WHERE NEW.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER credit_notes_summed_anew AFTER UPDATE ON credit_notes BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'credit_notes', OLD.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, -OLD.total_minor, 0, 0
      WHERE OLD.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'credit_notes', NEW.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, NEW.total_minor, 0, 0
      WHERE NEW.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER credit_notes_summed_less AFTER DELETE ON credit_notes BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'credit_notes', OLD.issue_date, '', '', '', '', '', 0, 0, 0, 0, 0, 0, 0, 0, -OLD.total_minor, 0, 0
      WHERE OLD.branch_id IS NOT NULL
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER payments_summed AFTER INSERT ON payments BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'payments', NEW.receipt_date, '', '', '', '', (tender.value ->> '$.method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(CASE WHEN NEW.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN NEW.kind = 'void' THEN -(tender.value ->> '$.amount_minor') ELSE (tender.value ->> '$.amount_minor') END), sum(CASE WHEN NEW.kind = 'refund' THEN (tender.value ->> '$.amount_minor') ELSE 0 END)
     FROM json_each(NEW.tenders) AS tender WHERE NEW.branch_id IS NOT NULL AND (tender.value ->> '$.method') <> 'advance'
     GROUP BY (tender.value ->> '$.method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER payments_summed_anew AFTER UPDATE ON payments BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'payments', OLD.receipt_date, '', '', '', '', (tender.value ->> '$.method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, -sum(CASE WHEN OLD.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN OLD.kind = 'void' THEN -(tender.value ->> '$.amount_minor') ELSE (tender.value ->> '$.amount_minor') END), -sum(CASE WHEN OLD.kind = 'refund' THEN (tender.value ->> '$.amount_minor') ELSE 0 END)
     FROM json_each(OLD.tenders) AS tender WHERE OLD.branch_id IS NOT NULL AND (tender.value ->> '$.method') <> 'advance'
     GROUP BY (tender.value ->> '$.method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT NEW.tenant_id, NEW.branch_id, 'payments', NEW.receipt_date, '', '', '', '', (tender.value ->> '$.method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, sum(CASE WHEN NEW.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN NEW.kind = 'void' THEN -(tender.value ->> '$.amount_minor') ELSE (tender.value ->> '$.amount_minor') END), sum(CASE WHEN NEW.kind = 'refund' THEN (tender.value ->> '$.amount_minor') ELSE 0 END)
     FROM json_each(NEW.tenders) AS tender WHERE NEW.branch_id IS NOT NULL AND (tender.value ->> '$.method') <> 'advance'
     GROUP BY (tender.value ->> '$.method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
-- next statement
CREATE TRIGGER payments_summed_less AFTER DELETE ON payments BEGIN
     INSERT INTO revenue_sums (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method, bills, billed_minor, discount_minor, tax_minor, credited_minor, paid_minor, due_minor, written_off_minor, credit_notes_minor, collected_minor, refunded_minor)
     SELECT OLD.tenant_id, OLD.branch_id, 'payments', OLD.receipt_date, '', '', '', '', (tender.value ->> '$.method'), 0, 0, 0, 0, 0, 0, 0, 0, 0, -sum(CASE WHEN OLD.kind NOT IN ('payment', 'advance', 'void') THEN 0 WHEN OLD.kind = 'void' THEN -(tender.value ->> '$.amount_minor') ELSE (tender.value ->> '$.amount_minor') END), -sum(CASE WHEN OLD.kind = 'refund' THEN (tender.value ->> '$.amount_minor') ELSE 0 END)
     FROM json_each(OLD.tenders) AS tender WHERE OLD.branch_id IS NOT NULL AND (tender.value ->> '$.method') <> 'advance'
     GROUP BY (tender.value ->> '$.method')
     ON CONFLICT (tenant_id, branch_id, fact, day, invoice_type, payer_id, doctor_id, department, method) DO UPDATE SET bills = revenue_sums.bills + excluded.bills, billed_minor = revenue_sums.billed_minor + excluded.billed_minor, discount_minor = revenue_sums.discount_minor + excluded.discount_minor, tax_minor = revenue_sums.tax_minor + excluded.tax_minor, credited_minor = revenue_sums.credited_minor + excluded.credited_minor, paid_minor = revenue_sums.paid_minor + excluded.paid_minor, due_minor = revenue_sums.due_minor + excluded.due_minor, written_off_minor = revenue_sums.written_off_minor + excluded.written_off_minor, credit_notes_minor = revenue_sums.credit_notes_minor + excluded.credit_notes_minor, collected_minor = revenue_sums.collected_minor + excluded.collected_minor, refunded_minor = revenue_sums.refunded_minor + excluded.refunded_minor;
     END
