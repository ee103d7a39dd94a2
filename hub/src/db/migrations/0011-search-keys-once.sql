-- What a record is found by follows from the record, and nobody asks for it by record: 32 us of the 286 that the database
-- took for a registration that comes up.
DROP INDEX search_keys_by_entity
