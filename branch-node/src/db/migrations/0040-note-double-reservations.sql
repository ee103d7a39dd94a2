DROP INDEX reservations_by_time
-- next statement
ALTER TABLE reservations RENAME TO reservations_before
-- next statement
CREATE TABLE reservations (
  tenant_id TEXT NOT NULL,
  ref_id TEXT NOT NULL,
  resource_id TEXT NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  is_double INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, ref_id)
) STRICT, WITHOUT ROWID
-- next statement
INSERT INTO reservations SELECT tenant_id, ref_id, resource_id, start_ms, end_ms, FALSE FROM reservations_before ORDER BY tenant_id, ref_id
-- next statement
DROP TABLE reservations_before
-- next statement
CREATE INDEX reservations_by_time ON reservations (tenant_id, resource_id, start_ms)
-- next statement
CREATE INDEX reservations_doubled ON reservations (tenant_id, resource_id) WHERE is_double
-- next statement
CREATE TRIGGER reservations_no_overlap BEFORE INSERT ON reservations
       WHEN NOT NEW.is_double AND EXISTS (SELECT 1 FROM reservations AS other
         WHERE other.tenant_id = NEW.tenant_id AND other.resource_id = NEW.resource_id
           AND other.ref_id <> NEW.ref_id AND other.start_ms < NEW.end_ms AND other.end_ms > NEW.start_ms)
       BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: reservations overlap'); END
