ALTER TABLE radiology_studies ADD COLUMN critical_ack TEXT
-- next statement
CREATE INDEX radiology_studies_to_tell ON radiology_studies (tenant_id, branch_id, created_at, id) WHERE critical_ack IS NULL AND CAST(report ->> 'critical' AS TEXT) IN ('true', '1')
