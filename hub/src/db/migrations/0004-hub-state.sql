CREATE TABLE hub_state (
     state_name TEXT COLLATE "C" PRIMARY KEY,
     state_value TEXT NOT NULL
   )
-- next statement
GRANT SELECT, INSERT, UPDATE ON hub_state TO edgeward_app
