CREATE TABLE items (
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
  unit TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  price_minor BIGINT,
  reorder_level BIGINT,
  name_key TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX items_by_created_at ON items (tenant_id, created_at, id)
-- next statement
CREATE INDEX items_by_code ON items (tenant_id, code, id)
-- next statement
CREATE INDEX items_by_name_key ON items (tenant_id, name_key, id)
-- next statement
CREATE INDEX items_by_kind_and_name_key ON items (tenant_id, kind, name_key)
-- next statement
ALTER TABLE items ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE items FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON items FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON items AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON items TO edgeward_app
