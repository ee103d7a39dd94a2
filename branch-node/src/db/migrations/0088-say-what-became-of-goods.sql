CREATE INDEX branches_by_name ON branches (tenant_id, name, id)
-- next statement
ALTER TABLE dispenses ADD COLUMN not_performed_reason TEXT
-- next statement
ALTER TABLE stock_transfers ADD COLUMN settlements TEXT
