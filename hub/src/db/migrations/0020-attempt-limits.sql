CREATE TABLE attempt_limits (
     limit_key TEXT COLLATE "C" PRIMARY KEY,
     failures BIGINT NOT NULL,
     wait_until BIGINT,
     known_until BIGINT,
     seen_at BIGINT NOT NULL
   )
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON attempt_limits TO edgeward_app
