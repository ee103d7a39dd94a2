CREATE TABLE claim_doubles (
  tenant_id TEXT NOT NULL,
  claim_kind TEXT NOT NULL,
  claim_value TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, claim_kind, claim_value, entity_id)
) STRICT, WITHOUT ROWID
