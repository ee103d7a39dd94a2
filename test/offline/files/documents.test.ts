import { randomUUID } from "node:crypto";
import { closeSync, existsSync, openSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type NodeName, type Product } from "#support/product.ts";
import { goodFiles, pdfBytes, pngOf, strangeFiles } from "#support/document-files.ts";
import { until } from "#support/until.ts";
import { registerPatient } from "#offline/front-desk.ts";
import {
  cutTheLine,
  filesIn,
  hashOf,
  jsonOf,
  mebibyte,
  openAddress,
  placeOf,
  tornUpload,
  upload,
  type FileAnswer,
  type UploadPlan,
} from "./file-desk.ts";

const path = "/v1/documents/upload";
let product: Product;
let patient: string;

beforeAll(async () => {
  product = await startProduct();
  patient = await registerPatient(product, "branch");
});
afterAll(() => product?.stop());

function bring(
  node: NodeName,
  bytes: Uint8Array,
  fields: Readonly<Record<string, string>> = {},
  plan: UploadPlan = {},
): Promise<FileAnswer> {
  const whole = { category: "patient", patient_id: patient, ...fields };
  const given = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== ""));
  return upload(product, node, Buffer.from(bytes), { ...plan, path, fields: given });
}

async function documentAt(node: NodeName, id: unknown) {
  return (await product.call(node, "GET", `/v1/documents/${String(id)}`)).body;
}

function faultOf(answer: FileAnswer): Readonly<Record<string, unknown>> {
  const { error } = jsonOf(answer);
  return typeof error === "object" && error !== null ? { ...error } : {};
}

test("a document is uploaded and opened in an outage, and is the hub's as well once the line is back", async () => {
  await cutTheLine(product);
  const fields = { title: "Referral", document_type: "referral", document_date: "2026-01-31" };
  const answer = await bring("branch", pdfBytes, fields, { filename: "../brief.pdf" });
  expect(answer.status).toBe(201);
  const document = jsonOf(answer);
  expect(document).toMatchObject({
    ...fields,
    status: "available",
    scan_status: "not_scanned",
    content_type: "application/pdf",
    filename: "brief.pdf",
    size_bytes: pdfBytes.length,
    sha256: hashOf(pdfBytes),
    file_state: "here",
    sync_state: "pending",
  });
  for (const { access_url: address } of [document, await documentAt("branch", document["id"])]) {
    const read = await openAddress(product, "branch", address);
    expect([read.status, hashOf(read.bytes)]).toEqual([200, hashOf(pdfBytes)]);
    expect(read.headers.get("content-security-policy")).toContain("sandbox");
  }
  product.outage(false);
  await until("the hub has the document's file", 30_000, async () => {
    return (await documentAt("hub", document["id"]))["file_state"] === "here";
  });
  const atHub = await documentAt("hub", document["id"]);
  const read = await openAddress(product, "hub", atHub["access_url"]);
  expect(hashOf(read.bytes)).toBe(hashOf(pdfBytes));
});

test("a document of the hub comes down to its branch, and is opened there", async () => {
  await until("the hub knows the patient", 20_000, async () => {
    return (await product.call("hub", "GET", `/v1/patients/${patient}`)).status === 200;
  });
  const bytes = goodFiles["png"] ?? Buffer.alloc(0);
  const answer = await bring("hub", bytes, { confidential: "true" }, { filename: "scan.PNG" });
  const { id, confidential } = jsonOf(answer);
  expect([answer.status, confidential]).toEqual([201, true]);
  await until("the branch has it", 20_000, async () => {
    return (await documentAt("branch", id))["id"] === id;
  });
  const { access_url: address } = await documentAt("branch", id);
  expect(hashOf((await openAddress(product, "branch", address)).bytes)).toBe(hashOf(bytes));
});

async function otherBranch(): Promise<string> {
  const { tenant_id: tenant, branch_id: own } = product.demo;
  const sql = "SELECT id FROM branches WHERE tenant_id = $1 AND id <> $2 ORDER BY id LIMIT 1";
  const [row] = await product.hubRows(sql, [tenant, own]);
  return String(row?.["id"]);
}

test("a document of another branch is opened here while it is lent, and erased with the end of that", async () => {
  const bytes = Buffer.concat([pdfBytes, Buffer.from(`% ${randomUUID()}\n`)]);
  const headers = { "x-branch-id": await otherBranch() };
  const plan = { filename: "earlier.pdf", headers };
  const { id } = jsonOf(await bring("hub", bytes, {}, plan));
  const wish = { patient_id: patient, reason: "treated there last year" };
  const granted = await product.call("hub", "POST", "/v1/sync/grants", wish);
  expect(granted.status, JSON.stringify(granted.body)).toBe(201);
  await until("the branch is lent the document", 20_000, async () => {
    return (await documentAt("branch", id))["id"] === id;
  });
  const { access_url: address } = await documentAt("branch", id);
  expect(hashOf((await openAddress(product, "branch", address)).bytes)).toBe(hashOf(bytes));
  expect(existsSync(placeOf(product, "branch", hashOf(bytes)))).toBe(true);
  const grant = `/v1/sync/grants/${String(granted.body["id"])}`;
  expect((await product.call("hub", "DELETE", grant)).status).toBe(200);
  await until("nothing of it is left at the branch", 30_000, async () => {
    const kept = filesIn(join(product.folder, "branch", "files", "kept"));
    return !kept.some((place) => place.endsWith(hashOf(bytes)));
  });
  expect((await product.call("branch", "GET", `/v1/documents/${String(id)}`)).status).toBe(404);
  expect((await openAddress(product, "branch", address)).status).not.toBe(200);
  const erased = { module: "files", action: "erase", entity_id: hashOf(bytes) };
  const sql = "SELECT module, action, entity_id FROM audit_events WHERE entity_id = ?";
  // The bytes go within the transaction that says so.
  await until("the audit says so", 15_000, () => {
    expect(product.branchRows(sql, [hashOf(bytes)])).toContainEqual(erased);
    return true;
  });
});

test("a document takes the place of another in one step, and of none that is not the patient's", async () => {
  const first = jsonOf(await bring("branch", pdfBytes));
  const other = await registerPatient(product, "branch");
  const wrong = await bring("branch", pdfBytes, {
    patient_id: other,
    replaces_id: String(first["id"]),
  });
  expect([wrong.status, faultOf(wrong)["code"]]).toEqual([422, "invalid_reference"]);
  const second = jsonOf(await bring("branch", pdfBytes, { replaces_id: String(first["id"]) }));
  expect(second).toMatchObject({ status: "available", replaces_id: first["id"] });
  expect(await documentAt("branch", first["id"])).toMatchObject({
    status: "superseded",
    replaced_by_id: second["id"],
  });
  const late = await bring("branch", pdfBytes, { replaces_id: String(first["id"]) });
  expect([late.status, faultOf(late)["code"]]).toEqual([409, "invalid_transition"]);
});

test("an upload that is sent twice is one document; the same key with other bytes is refused", async () => {
  const key = randomUUID();
  const [one, two] = [
    await bring("branch", pdfBytes, {}, { key }),
    await bring("branch", pdfBytes, {}, { key }),
  ];
  expect([one.status, jsonOf(two)["id"]]).toEqual([201, jsonOf(one)["id"]]);
  expect(two.headers.get("idempotent-replayed")).toBe("true");
  const bytes = Buffer.concat([pdfBytes, Buffer.from("\n")]);
  const other = await bring("branch", bytes, {}, { key });
  expect([other.status, faultOf(other)["code"]]).toEqual([422, "idempotency_key_reused"]);
});

describe("what is refused names its field and leaves nothing", () => {
  const png = { filename: "scan.png" };
  const files: readonly (readonly [string, Uint8Array, UploadPlan, number, string])[] = [
    ["an empty file", Buffer.alloc(0), {}, 422, "validation_error"],
    ["51 MiB", Buffer.alloc(51 * mebibyte, "a"), {}, 413, "payload_too_large"],
    [
      "a zip that is called a PDF",
      strangeFiles["zip"] ?? pdfBytes,
      {},
      422,
      "content_type_mismatch",
    ],
    [
      "a page",
      strangeFiles["html"] ?? pdfBytes,
      { filename: "a.txt" },
      422,
      "content_type_mismatch",
    ],
    [
      "a drawing",
      strangeFiles["svg"] ?? pdfBytes,
      { filename: "a.svg" },
      422,
      "content_type_mismatch",
    ],
    ["a PDF that is called a picture", pdfBytes, png, 422, "content_type_mismatch"],
    [
      "a picture that is cut off",
      Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
      png,
      422,
      "content_type_mismatch",
    ],
    ["a picture of 4,225 million points", pngOf(65_000, 65_000), png, 422, "image_too_large"],
  ];
  const filed: readonly (readonly [string, Readonly<Record<string, string>>, string, string])[] = [
    ["no patient", { patient_id: "" }, "patient_id", "validation_error"],
    ["no category", { category: "" }, "category", "validation_error"],
    ["a category that does not exist", { category: "x-ray" }, "category", "invalid_enum"],
    ["nobody", { patient_id: "pat_00000000000000000000000000" }, "patient_id", "invalid_reference"],
    [
      "a visit that is not there",
      { encounter_id: "enc_00000000000000000000000000" },
      "encounter_id",
      "invalid_reference",
    ],
    ["a day to come", { document_date: "2999-01-01" }, "document_date", "validation_error"],
    [
      "a word in place of a truth value",
      { confidential: "maybe" },
      "confidential",
      "validation_error",
    ],
    ["another hash", { sha256: "0".repeat(64) }, "sha256", "validation_error"],
    ["an unknown field", { folder: "/etc" }, "folder", "unknown_field"],
  ];

  async function kept() {
    const [documents] = product.branchRows("SELECT count(*) AS count FROM documents");
    const [blobs] = product.branchRows("SELECT count(*) AS count FROM blobs");
    const { length } = filesIn(join(product.folder, "branch", "files", "kept"));
    return [documents?.["count"], blobs?.["count"], length];
  }

  test.each(files)("%s", async (_what, bytes, plan, status, code) => {
    const before = await kept();
    for (const node of ["branch", "hub"] as const) {
      const answer = await bring(node, bytes, {}, plan);
      expect([answer.status, faultOf(answer)["code"]]).toEqual([status, code]);
      const named = status === 422 ? { fields: [{ path: "file", code }] } : {};
      expect(faultOf(answer)).toMatchObject({ details: named });
    }
    expect(await kept()).toEqual(before);
  });

  test.each(filed)("%s", async (_what, fields, field, code) => {
    const before = await kept();
    const answer = await bring("branch", pdfBytes, fields);
    expect(answer.status).toBe(422);
    expect(faultOf(answer)).toMatchObject({ details: { fields: [{ path: field, code }] } });
    expect(await kept()).toEqual(before);
  });

  test("a form that its sender breaks off", async () => {
    const before = await kept();
    await tornUpload(product, "branch", path);
    await until("nothing is left of it", 20_000, () => {
      return filesIn(join(product.folder, "branch", "files", "staging")).length === 0;
    });
    expect(await kept()).toEqual(before);
  });

  test("a file with no form around it, and a file that says it belongs to a document", async () => {
    const headers = { "content-type": "application/pdf" };
    const bare = await bring("branch", pdfBytes, {}, { headers });
    expect([bare.status, faultOf(bare)["code"]]).toEqual([415, "unsupported_media_type"]);
    const { id } = jsonOf(await bring("branch", pdfBytes));
    const fields = { category: "patient", entity_type: "documents", entity_id: String(id) };
    const loose = await upload(product, "branch", Buffer.from(pdfBytes), { fields });
    expect([loose.status, faultOf(loose)["code"]]).toEqual([422, "invalid_enum"]);
  });
});

/** Where a kept file has its own key, wrapped by the node's. */
const ownKey = { begin: 36, length: 48 };

function ownKeyAt(node: NodeName, sha256: string): Buffer {
  const handle = openSync(placeOf(product, node, sha256), "r");
  const bytes = Buffer.alloc(ownKey.length);
  readSync(handle, bytes, 0, ownKey.length, ownKey.begin);
  closeSync(handle);
  return bytes;
}

function eraseKeyAt(node: NodeName, sha256: string): void {
  const handle = openSync(placeOf(product, node, sha256), "r+");
  writeSync(handle, Buffer.alloc(ownKey.length), 0, ownKey.length, ownKey.begin);
  closeSync(handle);
}

test("a paper of identity has a key of its own at each node, and is opened by nobody once both are overwritten", async () => {
  const paper = Buffer.concat([pdfBytes, Buffer.from(`% ${randomUUID()}\n`)]);
  const sha256 = hashOf(paper);
  const fields = { category: "identity", title: "Passport" };
  const document = jsonOf(await bring("branch", paper, fields, { filename: "passport.pdf" }));
  const { id } = document;
  await until("the hub has the paper", 30_000, async () => {
    return (await documentAt("hub", id))["file_state"] === "here";
  });
  for (const node of ["branch", "hub"] as const) {
    const { access_url: address } = await documentAt(node, id);
    expect(hashOf((await openAddress(product, node, address)).bytes)).toBe(sha256);
  }
  expect(ownKeyAt("branch", sha256).equals(ownKeyAt("hub", sha256))).toBe(false);
  const addresses = {
    branch: (await documentAt("branch", id))["access_url"],
    hub: (await documentAt("hub", id))["access_url"],
  };
  eraseKeyAt("hub", sha256);
  eraseKeyAt("branch", sha256);
  for (const node of ["hub", "branch", "hub"] as const) {
    const refused = await openAddress(product, node, addresses[node]);
    expect([node, refused.status]).toEqual([node, 503]);
  }
});
