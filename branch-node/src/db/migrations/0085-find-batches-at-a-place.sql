DROP INDEX stock_by_place
-- next statement
CREATE INDEX stock_by_place_and_item ON stock (tenant_id, location_id, item_id, id)
