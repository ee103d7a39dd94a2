ALTER TABLE reservations ADD COLUMN is_double BOOLEAN NOT NULL DEFAULT FALSE
-- next statement
ALTER TABLE reservations ALTER COLUMN is_double DROP DEFAULT
-- next statement
ALTER TABLE reservations DROP CONSTRAINT reservations_no_overlap
-- next statement
ALTER TABLE reservations ADD CONSTRAINT reservations_no_overlap
       EXCLUDE USING gist (tenant_id WITH =, resource_id WITH =, int8range(start_ms, end_ms) WITH &&)
       WHERE (NOT is_double)
-- next statement
CREATE INDEX reservations_doubled ON reservations (tenant_id, resource_id) WHERE is_double
