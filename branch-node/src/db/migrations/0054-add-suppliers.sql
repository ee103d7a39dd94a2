CREATE TABLE suppliers (
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
  gstin TEXT,
  pan TEXT,
  drug_licence_no TEXT,
  contact_name TEXT,
  phone TEXT,
  email TEXT,
  address TEXT,
  payment_terms_days INTEGER,
  notes TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX suppliers_by_created_at ON suppliers (tenant_id, created_at, id)
-- next statement
CREATE INDEX suppliers_by_code ON suppliers (tenant_id, code, id)
-- next statement
CREATE INDEX suppliers_by_name_key ON suppliers (tenant_id, name_key, id)
