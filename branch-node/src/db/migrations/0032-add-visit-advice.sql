ALTER TABLE encounters ADD COLUMN advice TEXT
