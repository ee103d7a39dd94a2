import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startProduct, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import {
  arrivesAtHub,
  bytesOf,
  filesIn,
  hashOf,
  jsonOf,
  mebibyte,
  openAddress,
  placeOf,
  tornUpload,
  upload,
} from "./file-desk.ts";
import { codeOf } from "#offline/front-desk.ts";

const limit = 50 * mebibyte;

let product: Product;

beforeAll(async () => {
  product = await startProduct();
});

afterAll(async () => {
  await product.stop();
});

test("a file of exactly 50 MiB is taken, one of a byte more is refused, at both nodes", async () => {
  const whole = bytesOf(limit + 1);
  for (const node of ["branch", "hub"] as const) {
    const exact = await upload(product, node, whole.subarray(0, limit));
    expect([exact.status, jsonOf(exact)["size_bytes"]]).toEqual([201, limit]);
    const over = await upload(product, node, whole);
    expect([over.status, codeOf({ ...over, body: jsonOf(over) })]).toEqual([
      413,
      "payload_too_large",
    ]);
  }
});

test("an upload that its sender breaks off leaves nothing", async () => {
  const branchFiles = join(product.folder, "branch", "files");
  const kept = filesIn(join(branchFiles, "kept")).length;
  const [rows] = product.branchRows("SELECT count(*) AS count FROM blobs");
  await tornUpload(product, "branch");
  await until("nothing is left of it", 20_000, () => {
    return filesIn(join(branchFiles, "staging")).length === 0;
  });
  expect(filesIn(join(branchFiles, "kept"))).toHaveLength(kept);
  expect(product.branchRows("SELECT count(*) AS count FROM blobs")).toEqual([rows]);
});

test("what stands on the disk shows nothing of the file", async () => {
  const words = Buffer.from("HIV positive ".repeat(1_000));
  const { sha256 } = jsonOf(await upload(product, "branch", words));
  const place = placeOf(product, "branch", String(sha256));
  expect(readFileSync(place).includes("HIV")).toBe(false);
});

describe("an address", () => {
  let file: Readonly<Record<string, unknown>>;
  let bytes: Buffer<ArrayBuffer>;
  let address: string;
  beforeAll(async () => {
    bytes = bytesOf(mebibyte + 1_000);
    file = jsonOf(await upload(product, "branch", bytes, { contentType: "text/html" }));
    address = String(file["access_url"]);
  });

  test("opens ranges, also across chunks, and says what it gives", async () => {
    const ranges = [
      ["bytes=0-9", 206, 0, 10],
      ["bytes=1048570-1048580", 206, 1_048_570, 1_048_581],
      ["bytes=-5", 206, bytes.length - 5, bytes.length],
      ["bytes=1048576-", 206, 1_048_576, bytes.length],
      ["bytes=9-2", 200, 0, bytes.length],
      ["lines=1-2", 200, 0, bytes.length],
    ] as const;
    for (const [range, status, from, to] of ranges) {
      const answer = await openAddress(product, "branch", address, { range });
      expect([range, answer.status]).toEqual([range, status]);
      expect(hashOf(answer.bytes)).toBe(hashOf(bytes.subarray(from, to)));
    }
    const behind = await openAddress(product, "branch", address, { range: "bytes=9999999-" });
    expect([behind.status, behind.headers.get("content-range")]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
  });

  test("goes on only with the file that its reader began with", async () => {
    const etag = `"${String(file["sha256"])}"`;
    const same = { range: "bytes=5-", "if-range": etag };
    const other = { range: "bytes=5-", "if-range": '"another"' };
    expect((await openAddress(product, "branch", address, same)).status).toBe(206);
    expect((await openAddress(product, "branch", address, other)).status).toBe(200);
    const known = await openAddress(product, "branch", address, { "if-none-match": etag });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
  });

  test("gives bytes to be kept, never to be run", async () => {
    const { headers } = await openAddress(product, "branch", address);
    expect(headers.get("content-disposition")).toContain("attachment");
    // It was sent as a page, which its bytes are not; what a browser would run is none either.
    expect(headers.get("content-type")).toBe("application/octet-stream");
    const page = Buffer.from("<!doctype html><script>alert(1)</script>");
    const claimed = jsonOf(await upload(product, "branch", page, { contentType: "image/png" }));
    const given = await openAddress(product, "branch", String(claimed["access_url"]));
    expect(given.headers.get("content-type")).toBe("application/octet-stream");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect(headers.get("cache-control")).toBe("private, no-store");
  });

  test("opens no other file, no other tenant's, not after tampering, and not at the other node", async () => {
    const { id: otherId } = jsonOf(await upload(product, "branch", bytesOf(100)));
    const tampered = [
      address.replace(String(file["id"]), String(otherId)),
      address.replace(product.demo.tenant_id, product.demo.other_tenant_id),
      address.replace(/key=.{4}/, "key=AAAA"),
      address.slice(0, -4),
      address.replace(/key=.*/, ""),
    ];
    for (const url of tampered) {
      const answer = await openAddress(product, "branch", url);
      expect([url, answer.status]).toEqual([url, 403]);
    }
    await arrivesAtHub(product, file["id"]);
    expect((await openAddress(product, "hub", address)).status).toBe(403);
    const nonsense = address.replace(String(file["id"]), "nonsense");
    expect((await openAddress(product, "branch", nonsense)).status).toBe(404);
  });

  test("is noted in the audit, with the one it was given to", async () => {
    await openAddress(product, "branch", address);
    const downloads = () =>
      product.branchRows(
        "SELECT actor_id FROM audit_events WHERE entity_id = ? AND action = 'download'",
        [file["id"]],
      );
    await until("the audit has it", 20_000, () => downloads().length > 0);
    expect(downloads()[0]).toEqual({ actor_id: product.demo.clinical.client_id });
  });
});

describe("the ladder of an upload", () => {
  const small = () => bytesOf(1_000);

  test.each(["branch", "hub"] as const)("at the %s", async (node) => {
    const fields = { category: "mrd" };
    const refusals = [
      [{ headers: { authorization: "Bearer nonsense" } }, 401, "unauthorized"],
      [{ headers: { "x-tenant-id": product.demo.other_tenant_id } }, 403, "tenant_forbidden"],
      [{ headers: { "x-branch-id": product.demo.other_branch_id } }, 403, "branch_forbidden"],
      [{ headers: { "x-actor-role": "pharmacist" } }, 403, "forbidden"],
      [{ headers: { "idempotency-key": "with space" } }, 400, "idempotency_key_required"],
      [{ fields: {} }, 422, "validation_error"],
      [{ fields: { category: "holiday" } }, 422, "invalid_enum"],
      [{ fields: { ...fields, nonsense: "1" } }, 422, "unknown_field"],
      [{ fields: { ...fields, entity_id: "x" } }, 422, "validation_error"],
      [
        { fields: { ...fields, entity_type: "patients", entity_id: "pat_nobody" } },
        422,
        "invalid_reference",
      ],
      [{ fields: { ...fields, sha256: "0".repeat(64) } }, 422, "validation_error"],
      [{ fields: { ...fields, tenant_id: product.demo.other_tenant_id } }, 422, "tenant_mismatch"],
    ] as const;
    for (const [plan, status, code] of refusals) {
      const answer = await upload(product, node, small(), plan);
      const body = jsonOf(answer);
      expect([plan, answer.status, codeOf({ ...answer, body })]).toEqual([plan, status, code]);
    }
    const empty = await upload(product, node, bytesOf(0));
    expect([empty.status, codeOf({ ...empty, body: jsonOf(empty) })]).toEqual([
      422,
      "validation_error",
    ]);
  });

  test("what is no form is refused for what it is", async () => {
    const json = await product.call("branch", "POST", "/v1/files", { category: "mrd" });
    expect([json.status, codeOf(json)]).toEqual([415, "unsupported_media_type"]);
  });

  test("the same key gets the same file, another file with it is refused", async () => {
    const bytes = small();
    const key = randomUUID();
    const first = await upload(product, "branch", bytes, { key });
    const second = await upload(product, "branch", bytes, { key });
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    const other = await upload(product, "branch", small(), { key });
    expect(codeOf({ ...other, body: jsonOf(other) })).toBe("idempotency_key_reused");
  });

  test("the same bytes twice at once are two files with one copy", async () => {
    const bytes = bytesOf(2 * mebibyte);
    const both = await Promise.all([
      upload(product, "branch", bytes),
      upload(product, "branch", bytes),
    ]);
    expect(both.map((answer) => answer.status)).toEqual([201, 201]);
    const [one, other] = both.map(jsonOf);
    expect(one?.["id"]).not.toBe(other?.["id"]);
    for (const file of [one, other]) {
      const read = await openAddress(product, "branch", file?.["access_url"]);
      expect(hashOf(read.bytes)).toBe(hashOf(bytes));
    }
  });
});

test("another tenant finds neither file nor bytes, and the lane is for nodes alone", async () => {
  const { id, sha256 } = jsonOf(await upload(product, "hub", bytesOf(500)));
  const grant = { grant_type: "client_credentials", ...product.demo.clinical_other_tenant };
  const granted = await fetch(`${product.hubUrl}/auth/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(grant),
  });
  const token: unknown = await granted.json();
  const stranger = {
    authorization: `Bearer ${String(typeof token === "object" && token !== null && "access_token" in token ? token.access_token : "")}`,
    "x-tenant-id": product.demo.other_tenant_id,
    "x-branch-id": product.demo.other_branch_id,
  };
  const foreign = await product.call("hub", "GET", `/v1/files/${String(id)}`, undefined, stranger);
  expect([foreign.status, codeOf(foreign)]).toEqual([404, "not_found"]);
  for (const path of [`${String(sha256)}/state`, `${String(sha256)}/chunks/0`]) {
    const answer = await product.call("hub", "GET", `/v1/files/${path}`);
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 403, "forbidden"]);
  }
});
