CREATE INDEX payer_claims_by_submission ON payer_claims (tenant_id, branch_id, submitted_at)
-- next statement
CREATE INDEX payer_claims_by_decision ON payer_claims (tenant_id, branch_id, decided_at)
-- next statement
CREATE INDEX payer_claims_by_settlement ON payer_claims (tenant_id, branch_id, settled_at)
