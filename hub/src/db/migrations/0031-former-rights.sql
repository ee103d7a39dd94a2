CREATE TABLE former_rights (
  tenant_id TEXT COLLATE "C" NOT NULL,
  register TEXT COLLATE "C" NOT NULL,
  author_id TEXT COLLATE "C" NOT NULL,
  until TEXT COLLATE "C" NOT NULL,
  roles JSONB NOT NULL,
  scopes JSONB,
  branches JSONB,
  status TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant_id, register, author_id, until)
)
-- next statement
ALTER TABLE former_rights ENABLE ROW LEVEL SECURITY
-- next statement
ALTER TABLE former_rights FORCE ROW LEVEL SECURITY
-- next statement
CREATE POLICY app_may ON former_rights FOR ALL TO edgeward_app USING (true) WITH CHECK (true)
-- next statement
CREATE POLICY tenant_isolation ON former_rights AS RESTRICTIVE FOR ALL TO edgeward_app
       USING (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
       WITH CHECK (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
-- next statement
GRANT SELECT, INSERT, UPDATE, DELETE ON former_rights TO edgeward_app

-- next statement
REVOKE UPDATE, DELETE ON former_rights FROM edgeward_app
-- next statement
CREATE FUNCTION keep_former_rights() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
          INSERT INTO former_rights (tenant_id, register, author_id, until, roles, scopes, branches, status)
          SELECT OLD.tenant_id, TG_TABLE_NAME, OLD.id,
                 to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 OLD.roles, nullif(to_jsonb(OLD) -> 'scopes', 'null'), OLD.branches, OLD.status
          ON CONFLICT DO NOTHING;
          RETURN NULL;
        END $$
-- next statement
CREATE TRIGGER former_rights_of_staff AFTER UPDATE ON staff FOR EACH ROW
     WHEN ((OLD.roles, OLD.branches, OLD.status) IS DISTINCT FROM (NEW.roles, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights()
-- next statement
CREATE TRIGGER former_rights_of_clients AFTER UPDATE ON clients FOR EACH ROW
     WHEN ((OLD.roles, OLD.scopes, OLD.branches, OLD.status)
       IS DISTINCT FROM (NEW.roles, NEW.scopes, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights()
