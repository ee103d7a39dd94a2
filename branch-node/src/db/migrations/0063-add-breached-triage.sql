ALTER TABLE triage ADD COLUMN breached_at TEXT
