import { closeSync, openSync, readdirSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { newPatient, registerPatient } from "#offline/front-desk.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(() => product?.stop());

/** Spoils everything of the database's file behind its first pages, under a node that is at work. */
function spoil(): void {
  const file = join(product.folder, "branch", "branch.db");
  const { size } = statSync(file);
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(size - 8_192, 7), 0, size - 8_192, 8_192);
  closeSync(descriptor);
}

function asides(): readonly string[] {
  const names = readdirSync(join(product.folder, "branch"));
  return names.filter((name) => /\.lost-\d+$/u.test(name));
}

function atBranch(ids: readonly string[]) {
  const sql = `SELECT id, name, uhid, version, hlc FROM patients
    WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`;
  return product.branchRows(sql, [JSON.stringify(ids)]);
}

test("a database that is spoilt under a node at work is answered with 503 and its reason, quarantined, and filled anew by the node itself", async () => {
  const ids: string[] = [];
  for (let index = 0; index < 5; index += 1) ids.push(await registerPatient(product, "branch"));
  await product.caughtUp();
  const before = atBranch(ids);
  const said: string[] = [];
  spoil();
  await until("the node has put its database aside", 60_000, async () => {
    const answer = await product.call("branch", "POST", "/v1/patients", newPatient());
    if (answer.status === 503) said.push(JSON.stringify(answer.body));
    // Nothing is half-known: it is saved, or refused in words.
    expect([201, 401, 403, 503]).toContain(answer.status);
    return asides().length === 1;
  });
  expect(said.join("\n")).toContain('"reason":"database_damaged"');

  await until("the node works again by itself", 60_000, async () => {
    const answer = await product.call("branch", "POST", "/v1/patients", newPatient());
    if (answer.status === 201) ids.push(String(answer.body["id"]));
    return answer.status === 201;
  });
  await product.caughtUp();
  await until("the node has everything again", 30_000, () => atBranch(ids).length === ids.length);
  expect(atBranch(ids).filter(({ id }) => before.some((row) => row["id"] === id))).toEqual(before);
  const received = await product.hubRows(
    `SELECT count(*)::int AS patients, count(DISTINCT uhid)::int AS numbers FROM patients
      WHERE id = ANY($1)`,
    [ids],
  );
  expect(received).toEqual([{ patients: ids.length, numbers: ids.length }]);
  expect(asides()).toHaveLength(1);
}, 240_000);
