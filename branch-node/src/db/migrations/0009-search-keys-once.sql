DROP INDEX search_keys_by_entity
-- next statement
ALTER TABLE search_keys RENAME TO search_keys_before
-- next statement
CREATE TABLE search_keys (
  tenant_id TEXT NOT NULL,
  entity TEXT NOT NULL,
  search_key TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, entity, search_key, entity_id)
) STRICT, WITHOUT ROWID
-- next statement
-- again while it changes rows
INSERT INTO search_keys SELECT tenant_id, entity, search_key, entity_id FROM search_keys_before
  WHERE (tenant_id, entity, search_key, entity_id) > (
    SELECT tenant_id, entity, search_key, entity_id FROM search_keys UNION ALL SELECT '', '', '', '' ORDER BY tenant_id DESC, entity DESC, search_key DESC, entity_id DESC LIMIT 1)
  ORDER BY tenant_id, entity, search_key, entity_id LIMIT 50000
-- next statement
DROP TABLE search_keys_before
