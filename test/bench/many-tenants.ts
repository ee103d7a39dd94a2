import { join } from "node:path";
import pg from "pg";
import { hashClientSecret } from "@edgeward/hub/tenancy/clients.ts";
import { createSecrets, readOrMakeSecret } from "@edgeward/hub/tenancy/secrets.ts";
import { createIdSource } from "@edgeward/shared/kernel/ids.ts";
import { headersFor, tokenFrom, type World } from "./world.ts";

const newId = createIdSource(Date.now);

// Copies of the demo's tenant with one branch and one client: a hub of many small clinics, of which each asks seldom.
const copies = `
  WITH ids AS (SELECT $1::text AS tenant_id, $2::text AS branch_id, $3::text AS client_id),
  t AS (INSERT INTO tenants SELECT c.* FROM ids, tenants AS o, jsonb_populate_record(o, jsonb_build_object(
      'id', ids.tenant_id, 'tenant_id', ids.tenant_id)) AS c WHERE o.id = $5),
  b AS (INSERT INTO branches SELECT c.* FROM ids, branches AS o, jsonb_populate_record(o, jsonb_build_object(
      'id', ids.branch_id, 'tenant_id', ids.tenant_id)) AS c WHERE o.id = $6),
  l AS (INSERT INTO clients SELECT c.* FROM ids, clients AS o, jsonb_populate_record(o, jsonb_build_object(
      'id', ids.client_id, 'tenant_id', ids.tenant_id, 'secret_hash', $4::text)) AS c WHERE o.id = $7)
  INSERT INTO directory (entry_kind, entry_key, tenant_id) SELECT 'client', client_id, tenant_id FROM ids`;

/** Makes so many tenants beside the demo's. @returns the headers of a request for each */
export async function addTenants(
  { folder, hub: { access }, postgres }: World,
  count: number,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const { tenant_id: tenantId, branch_id: branchId, clinical } = access.demo;
  const secrets = createSecrets(readOrMakeSecret(join(folder, "hub", "secret")));
  const connection = new pg.Client({ connectionString: postgres.hubUrl });
  await connection.connect();
  const made: Readonly<Record<string, string>>[] = [];
  try {
    for (let nth = 0; nth < count; nth += 1) {
      const [tenant, branch, client] = [newId("ten"), newId("brn"), newId("cli")];
      const hash = hashClientSecret(secrets, tenant, clinical.client_secret);
      const like = [tenantId, branchId, clinical.client_id];
      await connection.query(copies, [tenant, branch, client, hash, ...like]);
      const own = { ...access.demo, clinical: { ...clinical, client_id: client } };
      const token = await tokenFrom(access.url, { ...access, demo: own });
      made.push(headersFor(tenant, branch, token));
    }
  } finally {
    await connection.end();
  }
  return made;
}
