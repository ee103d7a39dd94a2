-- The register's name is given to the trigger: where tables stand on several machines, its own table is a part of the register.
CREATE OR REPLACE FUNCTION keep_former_rights() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
          INSERT INTO former_rights (tenant_id, register, author_id, until, roles, scopes, branches, status)
          SELECT OLD.tenant_id, TG_ARGV[0], OLD.id,
                 to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 OLD.roles, nullif(to_jsonb(OLD) -> 'scopes', 'null'), OLD.branches, OLD.status
          ON CONFLICT DO NOTHING;
          RETURN NULL;
        END $$
-- next statement
DROP TRIGGER former_rights_of_staff ON staff
-- next statement
DROP TRIGGER former_rights_of_clients ON clients
-- next statement
CREATE TRIGGER former_rights_of_staff AFTER UPDATE ON staff FOR EACH ROW
     WHEN ((OLD.roles, OLD.branches, OLD.status) IS DISTINCT FROM (NEW.roles, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights('staff')
-- next statement
CREATE TRIGGER former_rights_of_clients AFTER UPDATE ON clients FOR EACH ROW
     WHEN ((OLD.roles, OLD.scopes, OLD.branches, OLD.status)
       IS DISTINCT FROM (NEW.roles, NEW.scopes, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights('clients')
