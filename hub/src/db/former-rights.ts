/** By which the database keeps former rights, and who may not change them. @param role that serves requests */
export function formerRightsStatements(role: string): readonly string[] {
  return [
    `REVOKE UPDATE, DELETE ON former_rights FROM ${role}`,
    // The register's name is given: where tables stand on several machines, a trigger's own table is a part of it.
    `CREATE FUNCTION keep_former_rights() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN
          INSERT INTO former_rights (tenant_id, register, author_id, until, roles, scopes, branches, status)
          SELECT OLD.tenant_id, TG_ARGV[0], OLD.id,
                 to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
                 OLD.roles, nullif(to_jsonb(OLD) -> 'scopes', 'null'), OLD.branches, OLD.status
          ON CONFLICT DO NOTHING;
          RETURN NULL;
        END $$`,
    `CREATE TRIGGER former_rights_of_staff AFTER UPDATE ON staff FOR EACH ROW
     WHEN ((OLD.roles, OLD.branches, OLD.status) IS DISTINCT FROM (NEW.roles, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights('staff')`,
    `CREATE TRIGGER former_rights_of_clients AFTER UPDATE ON clients FOR EACH ROW
     WHEN ((OLD.roles, OLD.scopes, OLD.branches, OLD.status)
       IS DISTINCT FROM (NEW.roles, NEW.scopes, NEW.branches, NEW.status))
     EXECUTE FUNCTION keep_former_rights('clients')`,
  ];
}
