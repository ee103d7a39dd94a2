ALTER TABLE patients ADD COLUMN no_known_allergies INTEGER
-- next statement
ALTER TABLE patients ADD COLUMN conditions TEXT
