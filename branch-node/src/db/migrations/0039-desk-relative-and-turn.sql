ALTER TABLE patients ADD COLUMN relative TEXT
-- next statement
ALTER TABLE appointments ADD COLUMN referred_by TEXT
-- next statement
ALTER TABLE appointments ADD COLUMN priority_reason TEXT
-- next statement
ALTER TABLE appointments ADD COLUMN set_aside_at TEXT
