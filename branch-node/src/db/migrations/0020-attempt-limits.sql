CREATE TABLE attempt_limits (
  limit_key TEXT NOT NULL,
  failures INTEGER NOT NULL,
  wait_until INTEGER,
  known_until INTEGER,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (limit_key)
) STRICT
