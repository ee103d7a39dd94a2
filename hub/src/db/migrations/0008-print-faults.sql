ALTER TABLE print_jobs ADD COLUMN error_detail JSONB
