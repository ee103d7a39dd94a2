ALTER TABLE patients ADD COLUMN identity_unverified INTEGER
-- next statement
CREATE INDEX patients_to_verify ON patients (tenant_id, created_at, id) WHERE identity_unverified
