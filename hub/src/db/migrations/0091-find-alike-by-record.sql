-- A question whether two records are one is found by the record that stands. The owner, too, is held to the policies, and no
-- tenant is named here.
ALTER TABLE search_keys NO FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE conflicts NO FORCE ROW LEVEL SECURITY
-- next statement
INSERT INTO search_keys (tenant_id, entity, search_key, entity_id)
  SELECT tenant_id, 'conflicts', 'a:' || (kept_value #>> '{}'), id FROM conflicts
   WHERE conflict_kind = 'alike' AND conflict_status = 'open' AND jsonb_typeof(kept_value) = 'string'
  ON CONFLICT DO NOTHING
-- next statement
ALTER TABLE conflicts FORCE ROW LEVEL SECURITY
-- next statement
ALTER TABLE search_keys FORCE ROW LEVEL SECURITY
