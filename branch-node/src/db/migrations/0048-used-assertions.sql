CREATE TABLE used_assertions (
  assertion_hash TEXT NOT NULL,
  refused_after INTEGER NOT NULL,
  PRIMARY KEY (assertion_hash)
) STRICT
-- next statement
CREATE INDEX used_assertions_by_age ON used_assertions (refused_after)
