ALTER TABLE tablet_operations ADD COLUMN waits_for TEXT
-- next statement
CREATE INDEX tablet_operations_by_op ON tablet_operations (tenant_id, op_id)
-- next statement
CREATE INDEX tablet_operations_waiting ON tablet_operations (tenant_id, waits_for, device_id, epoch, seq) WHERE waits_for IS NOT NULL
-- next statement
CREATE TABLE tablet_unmade_records (
  tenant_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  record_id TEXT NOT NULL,
  record_table TEXT NOT NULL,
  op_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, device_id, record_id, op_id)
) STRICT
