ALTER TABLE pending_entities RENAME TO pending_entities_before
-- next statement
CREATE TABLE pending_entities (
  tenant_id TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  op_id TEXT NOT NULL,
  hlc TEXT NOT NULL,
  is_maker INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, entity_id, op_id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO pending_entities
  SELECT p.tenant_id, p.entity_id, p.op_id, coalesce(j.operation ->> '$.hlc', ''),
    EXISTS (SELECT 1 FROM json_each(j.operation, '$.changes') AS c
      WHERE c.value ->> '$.id' = p.entity_id AND c.value ->> '$.kind' = 'insert')
  FROM pending_entities_before AS p LEFT JOIN journal AS j ON j.op_id = p.op_id
-- next statement
DROP TABLE pending_entities_before
-- next statement
DROP INDEX lab_results_by_amended
-- next statement
CREATE INDEX lab_results_by_amended ON lab_results (tenant_id, amends_result_id) WHERE amends_result_id IS NOT NULL
-- next statement
DROP INDEX audit_events_by_patient
-- next statement
DELETE FROM domain_events WHERE op_id IN (SELECT op_id FROM journal)
