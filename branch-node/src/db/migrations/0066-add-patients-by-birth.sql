CREATE INDEX patients_by_birth ON patients (tenant_id, dob, id)
