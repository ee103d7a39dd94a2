ALTER TABLE audit_events ADD COLUMN subject_ids TEXT
-- next statement
CREATE TABLE audit_subjects (
  tenant_id TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  first_seq INTEGER NOT NULL,
  last_seq INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, subject_id, stream, first_seq)
) STRICT
