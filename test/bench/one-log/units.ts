import type pg from "pg";
import * as z from "zod";
import { ask } from "../ask.ts";
import { inventBodies } from "../people.ts";
import { headersFor, tokenFrom, type World } from "../world.ts";

const row = z.record(z.string(), z.unknown());
const rows = z.array(row);

const unitShape = z.object({
  patient: row,
  keys: rows,
  claims: rows,
  audit: rows,
  events: rows,
  feed: rows,
  answer: row,
});

/** A row as JSON has it. */
export type JsonRow = z.output<typeof row>;

/** All rows that the hub has written for one registration. */
export type Unit = z.output<typeof unitShape>;

// Generated values are left out: each form makes its own.
const unitsText = `
  SELECT jsonb_build_object(
    'patient', to_jsonb(p),
    'keys', (SELECT jsonb_agg(to_jsonb(k)) FROM search_keys AS k
             WHERE k.tenant_id = p.tenant_id AND k.entity_id = p.id),
    'claims', (SELECT jsonb_agg(to_jsonb(c)) FROM claims AS c
               WHERE c.tenant_id = p.tenant_id AND c.entity_id = p.id),
    'audit', jsonb_build_array(to_jsonb(a)),
    'events', (SELECT jsonb_agg(to_jsonb(e)) FROM domain_events AS e
               WHERE e.tenant_id = p.tenant_id AND e.entity_id = p.id),
    'feed', (SELECT jsonb_agg(to_jsonb(f) - 'pos' - 'xid') FROM feed AS f
             WHERE f.tenant_id = p.tenant_id AND f.entity_id = p.id),
    'answer', to_jsonb(i)) AS unit
  FROM idempotency_keys AS i
  JOIN patients AS p ON p.tenant_id = i.tenant_id AND p.id = i.response_body::jsonb->>'id'
  JOIN audit_events AS a ON a.tenant_id = p.tenant_id AND a.entity_id = p.id
  WHERE i.idempotency_key LIKE 'one-log-%'
  ORDER BY a.stream, a.seq`;

const registeredAtOnce = 16;

/** Registers so many invented patients at the product's hub, by its own endpoint, and takes the rows it wrote for each. */
export async function registeredUnits(
  world: World,
  connection: pg.Client,
  count: number,
): Promise<readonly Unit[]> {
  const { access } = world.hub;
  const [branchId = access.demo.branch_id] = world.branchIds;
  const token = await tokenFrom(access.url, access);
  const headers = headersFor(access.demo.tenant_id, branchId, token);
  const bodies = [...inventBodies(count, 11).entries()];
  const register = async () => {
    for (let next = bodies.pop(); next !== undefined; next = bodies.pop()) {
      const [nth, body] = next;
      const answer = await ask(`${access.url}/v1/patients`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": `one-log-${nth}` },
        body: JSON.stringify(body),
      });
      if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: registeredAtOnce }, register));
  const found = await connection.query<{ unit: unknown }>(unitsText);
  return found.rows.map(({ unit }) => unitShape.parse(unit));
}
