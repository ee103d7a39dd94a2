CREATE TABLE suppliers (
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
  gstin TEXT COLLATE "C",
  pan TEXT COLLATE "C",
  drug_licence_no TEXT COLLATE "C",
  contact_name TEXT COLLATE "C",
  phone TEXT COLLATE "C",
  email TEXT COLLATE "C",
  address JSONB,
  payment_terms_days BIGINT,
  notes TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX suppliers_by_created_at ON suppliers (tenant_id, created_at, id)
-- next statement
CREATE INDEX suppliers_by_code ON suppliers (tenant_id, code, id)
-- next statement
CREATE INDEX suppliers_by_name_key ON suppliers (tenant_id, name_key, id)
-- next statement
ALTER TABLE suppliers ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE suppliers FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON suppliers FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON suppliers AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON suppliers TO edgeward_app
