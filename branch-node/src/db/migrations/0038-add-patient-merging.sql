ALTER TABLE patients ADD COLUMN merge_reason TEXT
-- next statement
ALTER TABLE patients ADD COLUMN merged_ids TEXT
-- next statement
ALTER TABLE patients ADD COLUMN merge_details TEXT
