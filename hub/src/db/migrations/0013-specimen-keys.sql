ALTER TABLE print_jobs ADD COLUMN specimen_key TEXT COLLATE "C"
-- next statement
CREATE INDEX print_jobs_by_specimen ON print_jobs (tenant_id, branch_id, specimen_key, created_at, id) WHERE specimen_key IS NOT NULL
