ALTER TABLE appointments ADD COLUMN former_tokens TEXT
