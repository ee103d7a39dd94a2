import { findBranchSettings } from "@edgeward/shared/clinical/tenants/branches.queries.ts";
import type { FindBranch } from "@edgeward/shared/pipeline/admission.ts";
import type { PostgresStore } from "#db/postgres-store.ts";

const keptMs = 1_000;
const mostKept = 10_000;

type Found = ReturnType<FindBranch>;

/**
 * Finds the settings of branches. What only reads has them as they were within the last second. A write has them as they
 * are: in the second after a branch was given a node by another process, this one would go on with its numbers. Writes that
 * come in the same turn of the event loop ask once.
 */
export function branchFinder(store: Pick<PostgresStore, "read">, now: () => number): FindBranch {
  const kept = new Map<string, { readonly at: number; readonly found: Found }>();
  const askedNow = new Map<string, Found>();

  function ask(tenantId: string, branchId: string, name: string): Found {
    const found = store.read({ tenantId }, (session) =>
      findBranchSettings(session.kysely, tenantId, branchId),
    );
    found.catch(() => kept.delete(name));
    if (kept.size >= mostKept) kept.clear();
    kept.set(name, { at: now(), found });
    askedNow.set(name, found);
    setImmediate(() => askedNow.delete(name));
    return found;
  }

  return (tenantId, branchId, isWrite) => {
    const name = `${tenantId}/${branchId}`;
    const known = kept.get(name);
    if (!isWrite && known !== undefined && known.at + keptMs > now()) return known.found;
    return askedNow.get(name) ?? ask(tenantId, branchId, name);
  };
}
