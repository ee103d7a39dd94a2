CREATE TABLE holidays (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  updated_by TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  origin_node_id TEXT COLLATE "C" NOT NULL,
  hlc TEXT COLLATE "C" NOT NULL,
  stamps JSONB NOT NULL,
  metadata JSONB NOT NULL,
  unknown_fields JSONB NOT NULL,
  date TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  closes BOOLEAN NOT NULL,
  branches JSONB,
  note TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX holidays_by_created_at ON holidays (tenant_id, created_at, id)
-- next statement
CREATE INDEX holidays_by_date ON holidays (tenant_id, date, id)
-- next statement
ALTER TABLE holidays ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE holidays FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON holidays FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON holidays AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON holidays TO edgeward_app
-- next statement
CREATE TABLE schedule_exceptions (
  id TEXT COLLATE "C" NOT NULL,
  tenant_id TEXT COLLATE "C" NOT NULL,
  branch_id TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  created_by TEXT COLLATE "C" NOT NULL,
  updated_by TEXT COLLATE "C" NOT NULL,
  version BIGINT NOT NULL,
  origin TEXT COLLATE "C" NOT NULL,
  origin_node_id TEXT COLLATE "C" NOT NULL,
  hlc TEXT COLLATE "C" NOT NULL,
  stamps JSONB NOT NULL,
  metadata JSONB NOT NULL,
  unknown_fields JSONB NOT NULL,
  provider_id TEXT COLLATE "C",
  kind TEXT COLLATE "C" NOT NULL,
  starts_at TEXT COLLATE "C" NOT NULL,
  ends_at TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX schedule_exceptions_by_end ON schedule_exceptions (tenant_id, branch_id, ends_at, id)
-- next statement
CREATE INDEX schedule_exceptions_by_start ON schedule_exceptions (tenant_id, branch_id, starts_at, id)
-- next statement
CREATE INDEX schedule_exceptions_by_created ON schedule_exceptions (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE schedule_exceptions ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE schedule_exceptions FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON schedule_exceptions FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON schedule_exceptions AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON schedule_exceptions TO edgeward_app
