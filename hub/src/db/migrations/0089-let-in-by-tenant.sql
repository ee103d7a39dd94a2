-- The policy that lets the role in says of which tenant, as the restrictive one beside it does: where tables stand on several
-- machines, every policy of a table is a permissive one on its shards.
DO $$
DECLARE
  held RECORD;
BEGIN
  FOR held IN SELECT tablename FROM pg_policies WHERE schemaname = 'public' AND policyname = 'app_may' LOOP
    EXECUTE format(
      $policy$ALTER POLICY app_may ON %I
        USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
        WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$,
      held.tablename);
  END LOOP;
END $$
