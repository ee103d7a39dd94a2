ALTER TABLE nodes ADD COLUMN gave_back_at TEXT COLLATE "C"
-- next statement
ALTER TABLE nodes ADD COLUMN given_all_at TEXT COLLATE "C"
