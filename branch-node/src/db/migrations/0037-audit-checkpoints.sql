CREATE TABLE audit_checkpoints (
  tenant_id TEXT NOT NULL,
  node_id TEXT NOT NULL,
  received_at TEXT NOT NULL,
  signed TEXT NOT NULL,
  fault TEXT,
  PRIMARY KEY (tenant_id, node_id, received_at)
) STRICT
