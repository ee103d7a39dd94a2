ALTER TABLE patients ADD COLUMN no_known_allergies BOOLEAN
-- next statement
ALTER TABLE patients ADD COLUMN conditions JSONB
