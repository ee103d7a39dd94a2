ALTER TABLE nodes ADD COLUMN release TEXT COLLATE "C"
-- next statement
ALTER TABLE nodes ADD COLUMN reported_seq BIGINT
-- next statement
ALTER TABLE nodes ADD COLUMN oldest_unsent_at TEXT COLLATE "C"
-- next statement
ALTER TABLE nodes ADD COLUMN reported_at TEXT COLLATE "C"
-- next statement
CREATE TABLE console_sessions (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  staff_id TEXT COLLATE "C" NOT NULL,
  token_hash TEXT COLLATE "C" NOT NULL,
  began_at TEXT COLLATE "C" NOT NULL,
  used_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL,
  ended_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
ALTER TABLE console_sessions ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE console_sessions FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON console_sessions FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON console_sessions AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON console_sessions TO edgeward_app
