ALTER TABLE patients ADD COLUMN photo_document_id TEXT
