import { itemsContract } from "@edgeward/shared/clinical/items/items.contract.ts";
import { stockLocationsContract } from "@edgeward/shared/clinical/stock-locations/stock-locations.contract.ts";
import { stockMovesContract } from "@edgeward/shared/clinical/stock/stock-moves.contract.ts";
import { stockContract } from "@edgeward/shared/clinical/stock/stock.contract.ts";
import { suppliersContract } from "@edgeward/shared/clinical/suppliers/suppliers.contract.ts";
import { localDate } from "@edgeward/shared/kernel/zones.ts";
import type { BranchSettings } from "@edgeward/shared/resource/context.ts";
import { staffAt, type SeededNode } from "./acting.ts";
import { callsIn, type Call, type Doer } from "./calls.ts";
import { demoBatches, demoSuppliers, itemsCsv, type DemoBatch } from "./goods.ts";
import { tenantIdOf, type TenantPlan } from "./plans.ts";

const dayMs = 86_400_000;
// Before that what has expired by now could still be put on record.
const openedDaysAgo = 40;

/** The ids of a tenant's items, by their codes. */
export async function itemIds(
  { store }: SeededNode,
  tenantId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await store.read({ tenantId }, ({ kysely }) =>
    kysely.selectFrom("items").select(["id", "code"]).where("tenant_id", "=", tenantId).execute(),
  );
  return new Map(rows.map(({ id, code }) => [code, id]));
}

interface Place {
  readonly call: Call;
  readonly keeper: Doer;
}

async function addSuppliers({ call, keeper }: Place): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const { terms, ...said } of demoSuppliers) {
    const body = { ...said, payment_terms_days: terms };
    ids.set(said.code, (await call(suppliersContract.create, { body }, keeper)).id);
  }
  return ids;
}

async function addPlaces({ call, keeper }: Place) {
  const place = async (code: string, name: string, kind: "store" | "shelf" | "quarantine") =>
    (await call(stockLocationsContract.create, { body: { code, name, kind } }, keeper)).id;
  return {
    store: await place("main-store", "Main store", "store"),
    shelf: await place("pharmacy", "Pharmacy shelf", "shelf"),
    quarantine: await place("quarantine", "Quarantine", "quarantine"),
  };
}

interface Opening extends Place {
  readonly items: ReadonlyMap<string, string>;
  readonly suppliers: ReadonlyMap<string, string>;
  readonly places: { readonly store: string; readonly shelf: string };
  readonly now: number;
}

async function putOnRecord(of: Opening, batch: DemoBatch): Promise<void> {
  const { call, keeper, items, suppliers, places, now } = of;
  const { item, batch_no, expiry_date, quantity } = batch;
  const body = {
    item_id: items.get(item.code),
    location_id: batch.isOnShelf ? places.shelf : places.store,
    batch_no,
    quantity,
    ...(expiry_date === null ? {} : { expiry_date }),
    mrp_minor: batch.mrp_minor,
    cost_minor: batch.cost_minor,
    gst_rate_bp: batch.gst_rate_bp,
    supplier_id: suppliers.get(batch.supplier),
  };
  const { id } = await call(stockContract.create, { body }, keeper);
  if (!batch.isRecalled) return;
  const recall = { kind: "recall", reason_code: "recalled", note: "Recalled by its maker" };
  const by = { ...keeper, at: now - 3 * dayMs };
  await call(stockMovesContract.create, { params: { id }, body: recall }, by);
}

async function hasStock({ store }: SeededNode, tenantId: string): Promise<boolean> {
  const row = await store.read({ tenantId }, ({ kysely }) =>
    kysely.selectFrom("stock").select("id").where("tenant_id", "=", tenantId).limit(1).execute(),
  );
  return row.length > 0;
}

/** The list of items with its suppliers, and what a branch has in stock of it; nothing where an earlier start has made it. */
export async function seedGoods(
  deps: SeededNode,
  plan: TenantPlan,
  branch: BranchSettings,
): Promise<void> {
  const tenantId = tenantIdOf(plan);
  if (await hasStock(deps, tenantId)) return;
  const now = deps.runtime.now();
  const staffId = staffAt(plan, branch.id)("stores");
  const keeper = { staffId, role: "stores", at: now - openedDaysAgo * dayMs } as const;
  // Once more after a start that was cut off: what is there already stays as it is.
  await deps.store.write({ tenantId }, async (session) => {
    const call = callsIn(deps, session, tenantId, branch);
    await call(itemsContract.importCsv, { body: { csv: itemsCsv() } }, keeper);
  });
  const items = await itemIds(deps, tenantId);
  await deps.store.write({ tenantId }, async (session) => {
    const call = callsIn(deps, session, tenantId, branch);
    const suppliers = await addSuppliers({ call, keeper });
    const places = await addPlaces({ call, keeper });
    const opening = { call, keeper, items, suppliers, places, now };
    for (const batch of demoBatches(plan.seed, localDate(now, branch.timeZone)))
      await putOnRecord(opening, batch);
  });
}
