INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 3) || '/' || substr(search_key, length(search_key) - 4, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 6
  ON CONFLICT DO NOTHING
-- next statement
INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 5) || '/' || substr(search_key, length(search_key) - 6, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 8
  ON CONFLICT DO NOTHING
-- next statement
INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 7) || '/' || substr(search_key, length(search_key) - 8, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 10
  ON CONFLICT DO NOTHING
-- next statement
INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 9) || '/' || substr(search_key, length(search_key) - 10, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 14
  ON CONFLICT DO NOTHING
-- next statement
INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 11) || '/' || substr(search_key, length(search_key) - 12, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 14
  ON CONFLICT DO NOTHING
-- next statement
INSERT INTO search_keys
  SELECT tenant_id, entity, 'l:' || substr(search_key, length(search_key) - 13) || '/' || substr(search_key, length(search_key) - 14, 1), entity_id
  FROM search_keys WHERE entity = 'patients' AND search_key >= 'p:' AND search_key < 'p;' AND length(search_key) > 16
  ON CONFLICT DO NOTHING
-- next statement
DELETE FROM search_keys WHERE entity = 'patients' AND search_key >= 'l:' AND search_key < 'l;'
  AND substr(search_key, length(search_key) - 1, 1) <> '/'
