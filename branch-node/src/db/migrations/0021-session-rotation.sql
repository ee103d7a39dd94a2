ALTER TABLE staff_sessions ADD COLUMN spent_hashes TEXT
-- next statement
ALTER TABLE staff_sessions ADD COLUMN rotated_at TEXT
