ALTER TABLE appointments ADD COLUMN former_tokens TEXT
-- next statement
CREATE TABLE departments (
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
  name_hi TEXT,
  name_ur TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX departments_by_created_at ON departments (tenant_id, created_at, id)
-- next statement
CREATE INDEX departments_by_code ON departments (tenant_id, code, id)
-- next statement
CREATE INDEX departments_by_name_key ON departments (tenant_id, name_key, id)
-- next statement
CREATE TABLE rooms (
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
  name_hi TEXT,
  name_ur TEXT,
  department TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX rooms_by_code ON rooms (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX rooms_by_name ON rooms (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX rooms_by_created ON rooms (tenant_id, branch_id, created_at, id)
-- next statement
CREATE TABLE queues (
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
  token_prefix TEXT,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  name_hi TEXT,
  name_ur TEXT,
  department TEXT,
  status TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
-- next statement
CREATE INDEX queues_by_code ON queues (tenant_id, branch_id, code, id)
-- next statement
CREATE INDEX queues_by_name ON queues (tenant_id, branch_id, name_key, id)
-- next statement
CREATE INDEX queues_by_created ON queues (tenant_id, branch_id, created_at, id)
-- next statement
CREATE TABLE screen_settings (
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
  languages TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT
