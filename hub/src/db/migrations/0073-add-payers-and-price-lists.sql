CREATE TABLE payers (
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
  type TEXT COLLATE "C" NOT NULL,
  gstin TEXT COLLATE "C",
  contact_name TEXT COLLATE "C",
  phone TEXT COLLATE "C",
  email TEXT COLLATE "C",
  address JSONB,
  payment_terms_days BIGINT,
  tds_bp BIGINT,
  notes TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX payers_by_created_at ON payers (tenant_id, created_at, id)
-- next statement
CREATE INDEX payers_by_code ON payers (tenant_id, code, id)
-- next statement
CREATE INDEX payers_by_name_key ON payers (tenant_id, name_key, id)
-- next statement
ALTER TABLE payers ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE payers FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON payers FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON payers AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON payers TO edgeward_app
-- next statement
CREATE TABLE price_lists (
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
  payer_id TEXT COLLATE "C",
  valid_from TEXT COLLATE "C" NOT NULL,
  valid_to TEXT COLLATE "C",
  prices JSONB NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX price_lists_by_created_at ON price_lists (tenant_id, created_at, id)
-- next statement
CREATE INDEX price_lists_by_code ON price_lists (tenant_id, code, id)
-- next statement
CREATE INDEX price_lists_by_name_key ON price_lists (tenant_id, name_key, id)
-- next statement
CREATE INDEX price_lists_by_valid_from ON price_lists (tenant_id, valid_from, id)
-- next statement
CREATE INDEX price_lists_by_payer_id_and_valid_from ON price_lists (tenant_id, payer_id, valid_from)
-- next statement
ALTER TABLE price_lists ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE price_lists FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON price_lists FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON price_lists AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON price_lists TO edgeward_app
