ALTER TABLE consents ADD COLUMN document_id TEXT
-- next statement
CREATE INDEX consents_to_end ON consents (tenant_id, branch_id, valid_until) WHERE valid_until IS NOT NULL AND status IN ('requested', 'granted')
