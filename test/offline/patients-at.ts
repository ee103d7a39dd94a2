import type { Product } from "#support/product.ts";
import { registerPatient } from "./front-desk.ts";

/** Registers so many patients at the branch, one after the other; their ids. */
export async function registerPatients(
  product: Product,
  count: number,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) ids.push(await registerPatient(product, "branch"));
  return ids;
}

/** What the branch's database says of patients, in the order of their ids; to be compared with the hub's. */
export function patientsAtBranch(product: Product, ids: readonly string[]) {
  const sql = `SELECT id, name, phone, uhid, version, hlc FROM patients
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return product.branchRows(sql, [JSON.stringify(ids)]);
}

/** What the hub's database says of patients, in the order of their ids; to be compared with the branch's. */
export function patientsAtHub(product: Product, ids: readonly string[]) {
  const sql = `SELECT id, name, phone, uhid, version::int AS version, hlc FROM patients
    WHERE id = ANY($1) ORDER BY id`;
  return product.hubRows(sql, [ids]);
}
