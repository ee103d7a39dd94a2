CREATE UNLOGGED TABLE call_limits (
  limit_key TEXT COLLATE "C" PRIMARY KEY,
  spent_until TIMESTAMPTZ NOT NULL
)
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON call_limits TO edgeward_app
