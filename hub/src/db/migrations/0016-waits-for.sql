ALTER TABLE received_operations ADD COLUMN waits_for TEXT COLLATE "C"
-- next statement
CREATE INDEX received_operations_waiting ON received_operations (tenant_id, waits_for, node_id, epoch, seq) WHERE waits_for IS NOT NULL
-- next statement
-- Marks of what others might build on: what an operation waits for now stands with the operation itself.
DROP TABLE blocked_records
