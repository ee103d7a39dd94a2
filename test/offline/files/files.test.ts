import { closeSync, openSync, readSync, writeSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import {
  arrivesAtHub,
  bytesOf,
  chunksBrought,
  cutTheLine,
  hashOf,
  jsonOf,
  mebibyte,
  openAddress,
  particulars,
  placeOf,
  stateAt,
  upload,
} from "./file-desk.ts";
import { codeOf, registerPatient } from "#offline/front-desk.ts";

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product.stop();
});

/** Keeps the hub from taking operations, and from nothing else, until the function it returns has been called. */
async function holdOperations(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query("BEGIN");
  await client.query("SELECT 1 FROM nodes WHERE id = $1 FOR UPDATE", [product.nodeId]);
  return async () => {
    await client.query("ROLLBACK");
    await client.end();
  };
}

function flipBit(path: string, position: number): void {
  const handle = openSync(path, "r+");
  const byte = Buffer.alloc(1);
  readSync(handle, byte, 0, 1, position);
  byte.writeUInt8(byte.readUInt8(0) ^ 1, 0);
  writeSync(handle, byte, 0, 1, position);
  closeSync(handle);
}

test("a file is uploaded and read back in an outage, and reaches the hub once the line is back", async () => {
  await cutTheLine(product);
  const patient = await registerPatient(product, "branch");
  const bytes = bytesOf(2 * mebibyte + 17);
  const fields = { category: "patient", entity_type: "patients", entity_id: patient };
  const answer = await upload(product, "branch", bytes, { fields, filename: "../Röntgen.pdf" });
  expect(answer.status).toBe(201);
  const file = jsonOf(answer);
  expect(file).toMatchObject({
    sha256: hashOf(bytes),
    size_bytes: bytes.length,
    chunk_count: 3,
    filename: "Röntgen.pdf",
    // Bytes of chance are no PDF, whatever their sender says.
    content_type: "application/octet-stream",
    patient_id: patient,
    state: "here",
    sync_state: "pending",
  });
  const read = await openAddress(product, "branch", file["access_url"]);
  expect([read.status, hashOf(read.bytes)]).toEqual([200, hashOf(bytes)]);
  expect(await product.hubRows("SELECT 1 FROM blobs WHERE id = $1", [file["id"]])).toEqual([]);

  product.outage(false);
  await arrivesAtHub(product, file["id"]);
  const atHub = await particulars(product, "hub", file["id"]);
  const again = await openAddress(product, "hub", atHub["access_url"]);
  expect(hashOf(again.bytes)).toBe(hashOf(bytes));
  await until("the branch knows it as sent", 20_000, async () => {
    const [copy] = product.branchRows("SELECT lane_state FROM file_copies WHERE id = ?", [
      file["sha256"],
    ]);
    const { sync_state: state } = await particulars(product, "branch", file["id"]);
    return state === "synced" && copy?.["lane_state"] === "sent";
  });
});

test("a lane that is cut in the middle goes on with the next chunk, and sends no more than one twice", async () => {
  await cutTheLine(product);
  const bytes = bytesOf(40 * mebibyte);
  const { id } = jsonOf(await upload(product, "branch", bytes));
  const before = await chunksBrought(product);
  product.outage(false);
  for (let cuts = 1; cuts <= 2; cuts += 1) {
    await until("some chunks have come", 30_000, async () => {
      return (await chunksBrought(product)) - before >= cuts * 8;
    });
    product.outage(true);
    const soFar = (await chunksBrought(product)) - before;
    expect(soFar).toBeLessThan(40);
    expect(await stateAt(product, "hub", id)).toBe("pending_upload");
    product.outage(false);
  }
  await arrivesAtHub(product, id, 60_000);
  const brought = (await chunksBrought(product)) - before;
  expect(brought).toBeGreaterThanOrEqual(40);
  expect(brought).toBeLessThanOrEqual(42);
});

test("clinical operations pass a file of 50 MiB on its way", async () => {
  await cutTheLine(product);
  const { id } = jsonOf(await upload(product, "branch", bytesOf(50 * mebibyte)));
  const before = await chunksBrought(product);
  const waiting = await registerPatient(product, "branch");
  product.outage(false);
  await until("the first chunk has come", 30_000, async () => {
    return (await chunksBrought(product)) > before;
  });
  const first = await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [waiting]);
  expect(first).toHaveLength(1);

  const chunks = await chunksBrought(product);
  const meanwhile = await registerPatient(product, "branch");
  await until("the patient is at the hub", 20_000, async () => {
    return (
      (await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [meanwhile])).length === 1
    );
  });
  // Most of the file is still to come.
  expect((await chunksBrought(product)) - chunks).toBeLessThan(25);
  expect(await stateAt(product, "hub", id)).toBe("pending_upload");
  await arrivesAtHub(product, id, 60_000);
});

test("no chunk goes while an operation waits to be taken", async () => {
  await cutTheLine(product);
  const { id } = jsonOf(await upload(product, "branch", bytesOf(50 * mebibyte)));
  const before = await chunksBrought(product);
  product.outage(false);
  await until("the first chunk has come", 30_000, async () => {
    return (await chunksBrought(product)) > before;
  });
  const release = await holdOperations();
  const patient = await registerPatient(product, "branch");
  const held = (await chunksBrought(product)) - before;
  await delay(1_000);
  // The chunk that was under way has come by now.
  const settled = (await chunksBrought(product)) - before;
  await delay(1_500);
  const afterwards = (await chunksBrought(product)) - before;
  await release();
  expect(held).toBeLessThan(48);
  expect(settled - held).toBeLessThanOrEqual(1);
  expect(afterwards).toBe(settled);
  await arrivesAtHub(product, id, 60_000);
  const rows = await product.hubRows("SELECT 1 FROM patients WHERE id = $1", [patient]);
  expect(rows).toHaveLength(1);
});

describe("a flipped bit", () => {
  test("on the branch's disk is noticed, and the file fetched again from the hub", async () => {
    const bytes = bytesOf(3 * mebibyte);
    const file = jsonOf(await upload(product, "branch", bytes));
    await arrivesAtHub(product, file["id"]);
    flipBit(placeOf(product, "branch", hashOf(bytes)), 2 * mebibyte + 500);
    const repaired = await openAddress(product, "branch", file["access_url"]);
    expect([repaired.status, hashOf(repaired.bytes)]).toEqual([200, hashOf(bytes)]);
    product.outage(true);
    const again = await openAddress(product, "branch", file["access_url"]);
    product.outage(false);
    expect([again.status, hashOf(again.bytes)]).toEqual([200, hashOf(bytes)]);
  });

  test("on the hub's disk is noticed, and the branch sends the file again", async () => {
    const bytes = bytesOf(2 * mebibyte);
    const { id } = jsonOf(await upload(product, "branch", bytes));
    await arrivesAtHub(product, id);
    flipBit(placeOf(product, "hub", hashOf(bytes)), 400);
    const { access_url: address } = await particulars(product, "hub", id);
    const refused = await openAddress(product, "hub", address);
    expect([refused.status, codeOf({ ...refused, body: jsonOf(refused) })]).toEqual([
      503,
      "unavailable",
    ]);
    expect(await stateAt(product, "hub", id)).toBe("pending_upload");
    await arrivesAtHub(product, id, 40_000);
    const repaired = await openAddress(product, "hub", address);
    expect([repaired.status, hashOf(repaired.bytes)]).toEqual([200, hashOf(bytes)]);
  }, 60_000);

  test("while the hub is away is reported, and no wrong byte is given", async () => {
    const bytes = bytesOf(mebibyte);
    const file = jsonOf(await upload(product, "branch", bytes));
    await arrivesAtHub(product, file["id"]);
    await cutTheLine(product);
    flipBit(placeOf(product, "branch", hashOf(bytes)), 300);
    const refused = await openAddress(product, "branch", file["access_url"]);
    expect(refused.status).toBe(503);
    expect(await stateAt(product, "branch", file["id"])).toBe("elsewhere");
    product.outage(false);
    await product.caughtUp();
    const repaired = await openAddress(product, "branch", file["access_url"]);
    expect(hashOf(repaired.bytes)).toBe(hashOf(bytes));
  });
});

test("a file uploaded at the hub is known at the branch and comes when somebody opens it", async () => {
  const bytes = bytesOf(2 * mebibyte + 5);
  const { id } = jsonOf(await upload(product, "hub", bytes));
  await until("the branch knows of it", 15_000, async () => {
    return (await product.call("branch", "GET", `/v1/files/${String(id)}`)).status === 200;
  });
  const before = await particulars(product, "branch", id);
  expect(before["state"]).toBe("elsewhere");
  const read = await openAddress(product, "branch", before["access_url"]);
  expect(hashOf(read.bytes)).toBe(hashOf(bytes));
  expect(await stateAt(product, "branch", id)).toBe("here");
});
