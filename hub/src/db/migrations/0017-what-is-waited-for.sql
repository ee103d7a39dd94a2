-- The owner, too, is held to the policies, and no tenant is named here.
ALTER TABLE received_operations NO FORCE ROW LEVEL SECURITY
-- next statement
UPDATE received_operations AS r SET waits_for = CASE
    WHEN r.result->>'code' = 'missing_record' THEN (
      SELECT (change->>'table') || '/' || (change->>'id')
        FROM jsonb_array_elements(r.operation->'changes') AS change
       WHERE change->>'id' = r.result->>'held_by' LIMIT 1)
    ELSE r.result->>'held_by' END
  WHERE r.outcome = 'held' AND r.result->>'held_by' IS NOT NULL
-- next statement
ALTER TABLE received_operations FORCE ROW LEVEL SECURITY
