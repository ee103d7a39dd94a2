UPDATE tablet_operations SET waits_for = result ->> '$.held_by' WHERE outcome = 'held'
-- next statement
INSERT OR IGNORE INTO tablet_unmade_records (tenant_id, device_id, record_id, record_table, op_id)
  SELECT m.tenant_id, m.device_id, m.change ->> '$.id', m.change ->> '$.table', m.op_id
    FROM (SELECT o.tenant_id, o.device_id, o.op_id,
            CASE WHEN c.type = 'object' THEN c.value ELSE '{}' END AS change
          FROM tablet_operations AS o, json_each(o.operation, '$.changes') AS c
         WHERE o.outcome IN ('held', 'rejected')) AS m
   WHERE m.change ->> '$.kind' = 'insert' AND length(m.change ->> '$.table') > 0
     AND m.change ->> '$.id' GLOB '[a-z][a-z]*_[0-9a-hjkmnp-tv-z]*'
