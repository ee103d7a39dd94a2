-- What is written once and read whole is kept as its text. Only of an operation that waits is a part asked for: the others need
-- not be taken apart and their members sorted.
ALTER TABLE received_operations ALTER COLUMN operation TYPE JSON USING operation::json
-- next statement
ALTER TABLE audit_events ALTER COLUMN changes TYPE JSON USING changes::json
-- next statement
ALTER TABLE domain_events ALTER COLUMN payload TYPE JSON USING payload::json
