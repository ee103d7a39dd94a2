ALTER TABLE patients ADD COLUMN merge_reason TEXT COLLATE "C"
-- next statement
ALTER TABLE patients ADD COLUMN merged_ids JSONB
-- next statement
ALTER TABLE patients ADD COLUMN merge_details JSONB
