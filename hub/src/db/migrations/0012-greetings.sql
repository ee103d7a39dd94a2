ALTER TABLE node_installs ADD COLUMN current_nonces TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN older_nonces TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN lost_nonces TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN copy_seen_at TEXT COLLATE "C"
