ALTER TABLE nodes DROP COLUMN last_batch_hash
