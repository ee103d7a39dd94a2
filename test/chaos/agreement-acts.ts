import { itemsTable } from "@edgeward/shared/clinical/items/items.record.ts";
import { payersTable } from "@edgeward/shared/clinical/payers/payers.table.ts";
import { priceListsTable } from "@edgeward/shared/clinical/price-lists/price-lists.table.ts";
import type { RecordRow } from "@edgeward/shared/db/table.ts";
import { Broken } from "./broken.ts";
import { callBranch, callHub, type Answered, type Asked } from "./endpoints.ts";
import { picked } from "./money-acts.ts";
import type { Scene } from "./scene.ts";

function refuseUndone({ status, code }: Answered, what: string): void {
  if (status >= 400) throw new Broken(2, `${what} at the hub: ${code}`);
}

function newPayer(ordinal: number) {
  return { code: `payer-${ordinal}`, name: `Payer ${ordinal}`, type: "insurer" };
}

function payerPatch(two: number) {
  const patches = [
    { payment_terms_days: 30 + two },
    { contact_name: `Contact ${two}`, tds_bp: 1_000 },
    { status: two === 2 ? "inactive" : "active" },
  ];
  return picked(patches, two) ?? {};
}

/** The hub comes to know a payer, or agrees on something else with one. */
export async function agree({ hub, one, two, ordinal }: Scene): Promise<void> {
  const row = picked(await hub.rows(payersTable), one);
  if (row === undefined || one % 2 === 0) {
    const made = { method: "POST", path: "/v1/payers", body: newPayer(ordinal) } as const;
    return refuseUndone(await callHub(hub, made), "no payer is added");
  }
  const path = "/v1/payers/{id}";
  const changed = { method: "PUT", path, id: row.id, body: payerPatch(two) } as const;
  refuseUndone(await callHub(hub, changed), `${row.id} is not changed`);
}

function pricesOf(items: readonly RecordRow[], two: number) {
  return items.slice(0, 3).map(({ id }, nth) => ({ item_id: id, price_minor: 1_000 * nth + two }));
}

/** The hub makes a list of prices, of everybody or of a payer, or changes what is on one: by itself or by the rows of a CSV. */
export async function setPrices({ hub, one, two, ordinal }: Scene): Promise<void> {
  const items = await hub.rows(itemsTable);
  const list = picked(await hub.rows(priceListsTable), one);
  if (list === undefined || one % 3 === 0) {
    const payer = picked(await hub.rows(payersTable), two);
    const body = {
      code: `list-${ordinal}`,
      name: `List ${ordinal}`,
      valid_from: "2026-11-01",
      prices: pricesOf(items, two),
      ...(payer === undefined || two === 0 ? {} : { payer_id: payer.id }),
    };
    const made = { method: "POST", path: "/v1/price-lists", body } as const;
    return refuseUndone(await callHub(hub, made), "no list of prices is made");
  }
  const item = picked(items, one);
  if (item !== undefined && two % 2 === 1) {
    const csv = `item_code,price_minor\n${String(item["code"])},${2_000 + two}\n`;
    const path = "/v1/price-lists/{id}/csv";
    const imported = { method: "POST", path, id: list.id, body: { csv } } as const;
    return refuseUndone(await callHub(hub, imported), `${list.id} takes no CSV`);
  }
  const path = "/v1/price-lists/{id}";
  const body = { prices: pricesOf(items, two), valid_to: "2027-03-31" };
  const changed = { method: "PUT", path, id: list.id, body } as const;
  refuseUndone(await callHub(hub, changed), `${list.id} is not changed`);
}

/** Somebody who may do so at the hub would agree on something with a payer, or set a price, at a branch. */
export async function agreeHere({ station, one, two, ordinal }: Scene): Promise<void> {
  const payer = picked(await station.branch.rows(payersTable), one)?.id;
  const list = picked(await station.branch.rows(priceListsTable), one)?.id;
  const prices = { prices: [] };
  const asked: readonly Asked[] = [
    { method: "POST", path: "/v1/payers", body: newPayer(ordinal) },
    ...(payer === undefined
      ? []
      : [{ method: "PUT" as const, path: "/v1/payers/{id}", id: payer, body: payerPatch(two) }]),
    ...(list === undefined
      ? []
      : [{ method: "PUT" as const, path: "/v1/price-lists/{id}", id: list, body: prices }]),
  ];
  for (const each of asked) {
    const { code } = await callBranch(station, each, ["tenant_admin"]);
    if (code === "hub_only") continue;
    throw new Broken(
      10,
      `${each.method} ${each.path} is answered ${code ?? "as done"} at a branch`,
    );
  }
}
