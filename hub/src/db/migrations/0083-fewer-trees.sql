DROP INDEX pending_entities_by_op
-- next statement
ALTER TABLE pending_entities ADD COLUMN hlc TEXT COLLATE "C" NOT NULL DEFAULT ''
-- next statement
ALTER TABLE pending_entities ALTER COLUMN hlc DROP DEFAULT
-- next statement
ALTER TABLE pending_entities ADD COLUMN is_maker BOOLEAN NOT NULL DEFAULT false
-- next statement
ALTER TABLE pending_entities ALTER COLUMN is_maker DROP DEFAULT
-- next statement
DROP INDEX lab_results_by_amended
-- next statement
CREATE INDEX lab_results_by_amended ON lab_results (tenant_id, amends_result_id) WHERE amends_result_id IS NOT NULL
