CREATE TABLE used_assertions (
     assertion_hash TEXT COLLATE "C" PRIMARY KEY,
     refused_after BIGINT NOT NULL
   )
-- next statement
GRANT SELECT, INSERT, DELETE ON used_assertions TO edgeward_app
