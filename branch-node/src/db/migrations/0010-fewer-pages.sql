DROP INDEX claims_by_entity
-- next statement
ALTER TABLE claims RENAME TO claims_before
-- next statement
CREATE TABLE claims (
  tenant_id TEXT NOT NULL,
  claim_kind TEXT NOT NULL,
  claim_value TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, claim_kind, claim_value)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO claims SELECT tenant_id, claim_kind, claim_value, entity_id FROM claims_before ORDER BY tenant_id, claim_kind, claim_value
-- next statement
DROP TABLE claims_before
-- next statement
DROP INDEX reservations_by_time
-- next statement
ALTER TABLE reservations RENAME TO reservations_before
-- next statement
CREATE TABLE reservations (
  tenant_id TEXT NOT NULL,
  ref_id TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, ref_id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO reservations SELECT tenant_id, ref_id, resource_id, start_ms, end_ms FROM reservations_before ORDER BY tenant_id, ref_id
-- next statement
DROP TABLE reservations_before
-- next statement
CREATE INDEX reservations_by_time ON reservations (tenant_id, resource_id, start_ms)
-- next statement
CREATE TRIGGER reservations_no_overlap BEFORE INSERT ON reservations
       WHEN EXISTS (SELECT 1 FROM reservations AS other
         WHERE other.tenant_id = NEW.tenant_id AND other.resource_id = NEW.resource_id
           AND other.ref_id <> NEW.ref_id AND other.start_ms < NEW.end_ms AND other.end_ms > NEW.start_ms)
       BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: reservations overlap'); END
-- next statement
DROP INDEX pending_entities_by_op
-- next statement
ALTER TABLE pending_entities RENAME TO pending_entities_before
-- next statement
CREATE TABLE pending_entities (
  tenant_id TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  op_id TEXT NOT NULL,
  PRIMARY KEY (tenant_id, entity_id, op_id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO pending_entities SELECT tenant_id, entity_id, op_id FROM pending_entities_before ORDER BY tenant_id, entity_id, op_id
-- next statement
DROP TABLE pending_entities_before
-- next statement
CREATE INDEX pending_entities_by_op ON pending_entities (tenant_id, op_id)
-- next statement
DROP INDEX domain_events_by_time
-- next statement
ALTER TABLE domain_events RENAME TO domain_events_before
-- next statement
CREATE TABLE domain_events (
  id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  branch_id TEXT,
  event_type TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  entity_version INTEGER NOT NULL,
  op_id TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO domain_events SELECT id, tenant_id, branch_id, event_type, entity, entity_id, entity_version, op_id, payload, created_at FROM domain_events_before ORDER BY tenant_id, id
-- next statement
DROP TABLE domain_events_before
-- next statement
ALTER TABLE audit_subjects RENAME TO audit_subjects_before
-- next statement
CREATE TABLE audit_subjects (
  tenant_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, subject_id, stream, first_seq)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO audit_subjects SELECT tenant_id, subject_id, stream, first_seq, last_seq FROM audit_subjects_before ORDER BY tenant_id, subject_id, stream, first_seq
-- next statement
DROP TABLE audit_subjects_before
-- next statement
DROP INDEX audit_events_by_time
-- next statement
DROP INDEX idempotency_keys_by_time
-- next statement
DROP INDEX patients_by_uhid
