-- A question whether two records are one is found by the record that stands.
INSERT INTO search_keys (tenant_id, entity, search_key, entity_id)
  SELECT tenant_id, 'conflicts', 'a:' || json_extract(kept_value, '$'), id FROM conflicts
   WHERE conflict_kind = 'alike' AND conflict_status = 'open' AND json_type(kept_value) = 'text'
  ON CONFLICT DO NOTHING
