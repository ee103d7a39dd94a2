import { itemsTable } from "@edgeward/shared/clinical/items/items.record.ts";
import { suppliersTable } from "@edgeward/shared/clinical/suppliers/suppliers.record.ts";
import type { SimBranch } from "./branch.ts";
import { picked } from "./money-acts.ts";

function suppliersAt({ session, identity }: SimBranch) {
  return session.kysely
    .selectFrom("suppliers")
    .selectAll()
    .where("tenant_id", "=", identity.tenantId)
    .orderBy("id")
    .execute();
}

function itemsAt({ session, identity }: SimBranch) {
  return session.kysely
    .selectFrom("items")
    .selectAll()
    .where("tenant_id", "=", identity.tenantId)
    .orderBy("id")
    .execute();
}

/** A supplier or an item is added at a branch, and known at every other one later. */
export function addToCatalogue(branch: SimBranch, one: number): Promise<void> {
  const own = { branch_id: branch.identity.branchId, metadata: {} };
  if (one % 2 === 0)
    return branch.write("supplier.create", (write) => {
      const id = write.runtime.newId("sup");
      write.insert(suppliersTable, id, {
        ...own,
        code: id.slice(-12),
        name: `Supplier ${one}`,
        name_key: `supplier ${one}`,
        gstin: null,
        pan: null,
        drug_licence_no: null,
        contact_name: null,
        phone: null,
        email: null,
        address: null,
        payment_terms_days: null,
        notes: null,
        status: "active",
      });
    });
  return branch.write("item.create", (write) => {
    const id = write.runtime.newId("itm");
    write.insert(itemsTable, id, {
      ...own,
      code: id.slice(-12),
      name: `Item ${one}`,
      name_key: `item ${one}`,
      unit: "tablet",
      kind: "drug",
      schedule: null,
      price_minor: 100 + one,
      reorder_level: null,
    });
  });
}

/** Something of a supplier or an item is changed, wherever it was added; perhaps another branch changes the same. */
export async function changeCatalogue(branch: SimBranch, one: number, two: number): Promise<void> {
  if (one % 2 === 0) {
    const row = picked(await suppliersAt(branch), one);
    if (row === undefined) return;
    const patches = [
      { contact_name: `Contact ${two}` },
      { payment_terms_days: two % 180 },
      { notes: `Note ${two}`, status: two % 3 === 0 ? "inactive" : "active" },
    ];
    return branch.write("supplier.update", (write) => {
      write.update(suppliersTable, row, picked(patches, two) ?? {});
    });
  }
  const row = picked(await itemsAt(branch), one);
  if (row === undefined) return;
  const patches = [{ price_minor: 100 + two }, { reorder_level: two }, { schedule: "otc" }];
  return branch.write("item.update", (write) => {
    write.update(itemsTable, row, picked(patches, two) ?? {});
  });
}
