CREATE TABLE stock_locations (
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
  kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX stock_locations_by_code ON stock_locations (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX stock_locations_by_name ON stock_locations (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX stock_locations_by_created ON stock_locations (tenant_id, branch_id, created_at, id)
-- next statement
ALTER TABLE stock_locations ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE stock_locations FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON stock_locations FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON stock_locations AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON stock_locations TO edgeward_app
