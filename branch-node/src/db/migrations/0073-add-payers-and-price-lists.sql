CREATE TABLE payers (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  origin_node_id TEXT NOT NULL,
  hlc TEXT NOT NULL,
  stamps TEXT NOT NULL,
  metadata TEXT NOT NULL,
  unknown_fields TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  type TEXT NOT NULL,
  gstin TEXT,
  contact_name TEXT,
  phone TEXT,
  email TEXT,
  address TEXT,
  payment_terms_days INTEGER,
  tds_bp INTEGER,
  notes TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX payers_by_created_at ON payers (tenant_id, created_at, id)
-- next statement
CREATE INDEX payers_by_code ON payers (tenant_id, code, id)
-- next statement
CREATE INDEX payers_by_name_key ON payers (tenant_id, name_key, id)
-- next statement
CREATE TABLE price_lists (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  created_by TEXT NOT NULL,
  updated_by TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  origin_node_id TEXT NOT NULL,
  hlc TEXT NOT NULL,
  stamps TEXT NOT NULL,
  metadata TEXT NOT NULL,
  unknown_fields TEXT NOT NULL,
  code TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  payer_id TEXT,
  valid_from TEXT NOT NULL,
  valid_to TEXT,
  prices TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
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
