CREATE TABLE device_staff_sessions (
  tenant_id TEXT NOT NULL,
  device_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  begun_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, device_id, session_id)
) STRICT
