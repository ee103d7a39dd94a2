ALTER TABLE appointments ADD COLUMN former_tokens JSONB
-- next statement
CREATE TABLE departments (
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
  code TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  name_hi TEXT COLLATE "C",
  name_ur TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX departments_by_created_at ON departments (tenant_id, created_at, id)
-- next statement
CREATE INDEX departments_by_code ON departments (tenant_id, code, id)
-- next statement
CREATE INDEX departments_by_name_key ON departments (tenant_id, name_key, id)
-- next statement
ALTER TABLE departments ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE departments FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON departments FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON departments AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON departments TO edgeward_app
-- next statement
CREATE TABLE rooms (
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
  code TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  name_hi TEXT COLLATE "C",
  name_ur TEXT COLLATE "C",
  department TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX rooms_by_code ON rooms (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX rooms_by_name ON rooms (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX rooms_by_created ON rooms (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE rooms ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE rooms FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON rooms FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON rooms AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON rooms TO edgeward_app
-- next statement
CREATE TABLE queues (
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
  code TEXT COLLATE "C" NOT NULL,
  token_prefix TEXT COLLATE "C",
  name TEXT COLLATE "C" NOT NULL,
  name_key TEXT COLLATE "C" NOT NULL,
  name_hi TEXT COLLATE "C",
  name_ur TEXT COLLATE "C",
  department TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX queues_by_code ON queues (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX queues_by_name ON queues (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX queues_by_created ON queues (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE queues ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE queues FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON queues FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON queues AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON queues TO edgeward_app
-- next statement
CREATE TABLE screen_settings (
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
  languages JSONB NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
ALTER TABLE screen_settings ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE screen_settings FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON screen_settings FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON screen_settings AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON screen_settings TO edgeward_app
