ALTER TABLE stock ADD COLUMN expiry_told_at TEXT
-- next statement
ALTER TABLE preauth ADD COLUMN breach_told_at TEXT
