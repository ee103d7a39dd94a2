CREATE TABLE staff_pins (
  tenant_id TEXT NOT NULL,
  staff_id TEXT NOT NULL,
  pin_verifier TEXT NOT NULL,
  credential_mark TEXT NOT NULL,
  set_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, staff_id)
) STRICT
