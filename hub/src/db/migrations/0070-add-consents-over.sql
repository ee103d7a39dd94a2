CREATE INDEX consents_over ON consents (tenant_id, patient_id) WHERE status = 'expired' AND consent_type = 'data_processing'
