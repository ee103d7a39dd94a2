CREATE TABLE claim_doubles (
  tenant_id TEXT COLLATE "C" NOT NULL,
  claim_kind TEXT COLLATE "C" NOT NULL,
  claim_value TEXT COLLATE "C" NOT NULL,
  entity_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, claim_kind, claim_value, entity_id)
)
-- next statement
ALTER TABLE claim_doubles ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE claim_doubles FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON claim_doubles FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON claim_doubles AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON claim_doubles TO edgeward_app
