ALTER TABLE domain_events ADD COLUMN surface TEXT COLLATE "C" NOT NULL DEFAULT 'clinical'
-- next statement
ALTER TABLE domain_events ALTER COLUMN surface DROP DEFAULT
