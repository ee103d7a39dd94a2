ALTER TABLE domain_events RENAME TO domain_events_before
-- next statement
CREATE TABLE domain_events (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  surface TEXT NOT NULL,
  event_type TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entity_version INTEGER NOT NULL,
  op_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO domain_events SELECT id, tenant_id, branch_id, 'clinical', event_type, entity, entity_id, entity_version, op_id, payload, created_at FROM domain_events_before ORDER BY tenant_id, id
-- next statement
DROP TABLE domain_events_before
