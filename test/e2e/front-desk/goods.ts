// What the pharmacy and the stores of these tests have: places, items and batches of a branch that has none.
import { expect } from "vitest";
import { world } from "#e2e/desk/world.ts";

async function made(path: string, body: object) {
  const answer = await world.branch.post(path, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** A place where goods are kept. @returns its id */
export async function place(code: string, name: string, kind: "store" | "shelf" | "quarantine") {
  return String((await made("/v1/stock-locations", { code, name, kind }))["id"]);
}

/** A drug of the list. @returns its id */
export async function drug(code: string, name: string, more: object = {}): Promise<string> {
  const body = { code, name, unit: "tablet", kind: "drug", price_minor: 200, ...more };
  return String((await made("/v1/items", body))["id"]);
}

/** A batch on record. @returns it */
export async function batch(item: string, at: string, no: string, more: object = {}) {
  return made("/v1/pharmacy/stock", {
    item_id: item,
    location_id: at,
    batch_no: no,
    expiry_date: "2031-03-31",
    mrp_minor: 900,
    gst_rate_bp: 1_200,
    quantity: 20,
    ...more,
  });
}
