CREATE INDEX stock_transfers_by_time ON stock_transfers (tenant_id, created_at, id)
