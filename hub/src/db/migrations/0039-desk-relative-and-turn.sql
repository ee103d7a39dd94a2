ALTER TABLE patients ADD COLUMN relative JSONB
-- next statement
ALTER TABLE appointments ADD COLUMN referred_by TEXT COLLATE "C"
-- next statement
ALTER TABLE appointments ADD COLUMN priority_reason TEXT COLLATE "C"
-- next statement
ALTER TABLE appointments ADD COLUMN set_aside_at TEXT COLLATE "C"
