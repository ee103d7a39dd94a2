ALTER TABLE node_installs ADD COLUMN greeting_nonce TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN greeting_before TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN lost_nonce TEXT COLLATE "C"
-- next statement
ALTER TABLE node_installs ADD COLUMN copy_seen_at TEXT COLLATE "C"
