ALTER TABLE audit_events ADD COLUMN subject_ids JSONB
-- next statement
CREATE TABLE audit_subjects (
  tenant_id TEXT COLLATE "C" NOT NULL,
  subject_id TEXT COLLATE "C" NOT NULL,
  stream TEXT COLLATE "C" NOT NULL,
  first_seq BIGINT NOT NULL,
  last_seq BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, subject_id, stream, first_seq)
)
-- next statement
ALTER TABLE audit_subjects ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE audit_subjects FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON audit_subjects FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON audit_subjects AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT ON audit_subjects TO edgeward_app
