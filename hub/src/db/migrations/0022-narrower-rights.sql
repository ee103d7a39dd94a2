REVOKE INSERT, UPDATE ON signing_keys FROM edgeward_app
-- next statement
REVOKE DELETE ON audit_heads FROM edgeward_app
-- next statement
REVOKE INSERT, UPDATE ON domain_events FROM edgeward_worker
