import pg from "pg";
import * as z from "zod";
import { ofAllTenants } from "@edgeward/hub/db/all-tenants.ts";
import { placedTables } from "@edgeward/hub/db/hub-schema.ts";

const planNode = z.looseObject({
  "Node Type": z.string(),
  "Relation Name": z.string().optional(),
  Alias: z.string().optional(),
  Output: z.array(z.string()).optional(),
  "Subplan Name": z.string().optional(),
  get Plans() {
    return z.array(planNode).optional();
  },
});
type PlanNode = z.infer<typeof planNode>;

const explained = z.array(z.object({ "QUERY PLAN": z.array(z.object({ Plan: planNode })) }));

function* nodesOf(node: PlanNode): Generator<PlanNode> {
  yield node;
  for (const part of node.Plans ?? []) yield* nodesOf(part);
}

function conditionsOf(node: PlanNode): readonly string[] {
  const conditions = Object.entries(node).flatMap(([name, value]) =>
    /(?:Cond|Filter)$/u.test(name) && typeof value === "string" ? [value] : [],
  );
  return [...conditions, ...(node.Output ?? [])].map((text) => text.replaceAll('"', ""));
}

/** Conditions in which a part of the statement that is worked out once stands with the columns that it gives. */
function withParts(nodes: readonly PlanNode[]): readonly string[] {
  const parts = new Map(
    nodes.map(({ "Subplan Name": name, Output: output }) => [name, output ?? []]),
  );
  return nodes
    .flatMap(conditionsOf)
    .map((text) =>
      text.replaceAll(
        /\(hashed (?<name>SubPlan \d+)\)\.col(?<column>\d+)/gu,
        (whole, name: string, column: string) => parts.get(name)?.[Number(column) - 1] ?? whole,
      ),
    );
}

/** What tenants are equal to, by the name that the plan gives to their table. */
function equalities(
  conditions: readonly string[],
): readonly { readonly alias: string; readonly other: string }[] {
  const text = conditions.join("\n");
  const sides = [
    /\b(?<alias>\w+)\.tenant_id = (?<other>\S+)/gu,
    /(?<other>\S+) = (?<alias>\w+)\.tenant_id\b/gu,
  ];
  return sides.flatMap((side) =>
    Array.from(text.matchAll(side), ({ groups }) => ({
      alias: groups?.["alias"] ?? "",
      other: groups?.["other"] ?? "",
    })),
  );
}

const ofTenants: ReadonlySet<string> = new Set(
  placedTables.flatMap(({ name, placement }) => (placement === "by_tenant" ? [name] : [])),
);

/** The tables of a plan that are read for a tenant which neither the statement gives nor another of its tables has. */
function unboundIn(plan: PlanNode): readonly string[] {
  const nodes = [...nodesOf(plan)];
  const scans = new Map(
    nodes.flatMap(({ "Node Type": type, "Relation Name": table, Alias: alias }) =>
      table !== undefined && alias !== undefined && type.endsWith("Scan") ? [[alias, table]] : [],
    ),
  );
  const equal = equalities(withParts(nodes));
  const bound = new Set<string>();
  for (let before = -1; before !== bound.size;) {
    before = bound.size;
    for (const { alias, other } of equal) {
      const joined = /^\(*(?<name>\w+)\.tenant_id\)*$/u.exec(other)?.groups?.["name"];
      if (joined === undefined || !scans.has(joined) || bound.has(joined)) bound.add(alias);
    }
  }
  return [...scans].flatMap(([alias, table]) =>
    ofTenants.has(table) && !bound.has(alias) ? [table] : [],
  );
}

const isPlanned = /^\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/iu;

/**
 * Those of some statements that read rows of tenants without naming the tenant, with the tables; those that are marked as of
 * all tenants are left out. @param client of the owner of the tables, whom no row policy gives a tenant
 */
export async function withoutTenant(
  client: pg.Client,
  statements: readonly string[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const text of statements) {
    if (text.startsWith(ofAllTenants) || !isPlanned.test(text)) continue;
    const { rows } = await client.query(
      `EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON, COSTS FALSE) ${text}`,
    );
    const [plan] = explained.parse(rows)[0]?.["QUERY PLAN"] ?? [];
    const tables = plan === undefined ? [] : unboundIn(plan.Plan);
    if (tables.length > 0) faults.push(`${tables.join(", ")}: ${text}`);
  }
  return faults;
}

const found = new Set<string>();

/** Looks at what a hub has asked and nobody has looked at yet. @throws Error with each statement that lacks its tenant */
export async function refuseWithoutTenant(
  adminUrl: string,
  asked: readonly string[],
): Promise<void> {
  const unknown = asked.filter((text) => !found.has(text));
  for (const text of unknown) found.add(text);
  if (unknown.length === 0) return;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const faults = await withoutTenant(client, unknown);
    if (faults.length > 0)
      throw new Error(`statements that do not name their tenant:\n${faults.join("\n")}`);
  } finally {
    await client.end();
  }
}
