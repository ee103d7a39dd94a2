CREATE INDEX print_jobs_by_turn ON print_jobs (tenant_id, branch_id, status, device_role, priority, created_at, id)
