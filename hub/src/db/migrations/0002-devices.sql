CREATE TABLE devices (
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
  device_type TEXT COLLATE "C" NOT NULL,
  serial_no TEXT COLLATE "C" NOT NULL,
  driver_profile TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  module TEXT COLLATE "C",
  connection JSONB,
  location_text TEXT COLLATE "C",
  firmware TEXT COLLATE "C",
  model TEXT COLLATE "C",
  vendor TEXT COLLATE "C",
  capabilities JSONB NOT NULL,
  roles JSONB NOT NULL,
  fallback_device_id TEXT COLLATE "C",
  health_status TEXT COLLATE "C" NOT NULL,
  health JSONB,
  status TEXT COLLATE "C" NOT NULL,
  status_history JSONB NOT NULL,
  public_key JSONB,
  last_rotated_at TEXT COLLATE "C",
  pairing_code_hash TEXT COLLATE "C",
  pairing_expires_at TEXT COLLATE "C",
  PRIMARY KEY (tenant_id, id)
)
-- next statement
CREATE INDEX devices_by_created ON devices (tenant_id, branch_id, created_at, id)
-- next statement
CREATE INDEX devices_by_serial ON devices (tenant_id, serial_no, id)
-- next statement
ALTER TABLE devices ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE devices FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON devices FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON devices AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON devices TO edgeward_app
