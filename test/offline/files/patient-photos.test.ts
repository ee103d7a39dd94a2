import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startProduct, type NodeName, type Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import { arrivesAtHub, cutTheLine, jsonOf, upload, type FileAnswer } from "./file-desk.ts";

let product: Product;
let patients = 0;

beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

/** A face of one colour. */
function picture(colour: string, kind: "jpeg" | "png" | "webp" = "jpeg"): Buffer<ArrayBuffer> {
  const canvas = createCanvas(480, 480);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = colour;
  drawing.fillRect(0, 0, 480, 480);
  if (kind === "png") return Buffer.from(canvas.toBuffer("image/png"));
  return Buffer.from(canvas.toBuffer(`image/${kind}`, 80));
}

const idShape = z.object({ id: z.string() });

async function register(): Promise<string> {
  patients += 1;
  const body = { name: `Face ${patients}`, gender: "female", dob: "1979-05-17" };
  return idShape.parse((await product.call("branch", "POST", "/v1/patients", body)).body).id;
}

async function uploadPhoto(bytes: Uint8Array<ArrayBuffer>, patientId: string): Promise<unknown> {
  const fields = { category: "patient", entity_type: "patients", entity_id: patientId };
  return jsonOf(await upload(product, "branch", bytes, { fields, filename: "photo.jpg" }))["id"];
}

const give = (patientId: string, fileId: unknown) =>
  product.call("branch", "PUT", `/v1/patients/${patientId}`, { photo_document_id: fileId });

async function photoAt(
  node: NodeName,
  patientId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<FileAnswer> {
  const base = node === "hub" ? product.hubUrl : product.branchUrl;
  const response = await fetch(`${base}/v1/patients/${patientId}/photo`, {
    headers: {
      authorization: `Bearer ${await product.token(node)}`,
      "x-tenant-id": product.demo.tenant_id,
      "x-branch-id": product.demo.branch_id,
      ...headers,
    },
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

test("a photo of each kind is shown as it was sent, and what calls itself one is not taken", async () => {
  const patient = await register();
  for (const kind of ["jpeg", "png", "webp"] as const) {
    const bytes = picture("teal", kind);
    expect(await give(patient, await uploadPhoto(bytes, patient))).toMatchObject({ status: 200 });
    const shown = await photoAt("branch", patient);
    expect([shown.status, shown.headers.get("content-type")]).toEqual([200, `image/${kind}`]);
    expect(shown.bytes.equals(bytes)).toBe(true);
  }
  const text = Buffer.from("<svg>no face</svg>");
  const fields = { category: "patient", entity_type: "patients", entity_id: patient };
  const claimed = { fields, filename: "photo.jpg", contentType: "image/jpeg" };
  const { id } = jsonOf(await upload(product, "branch", text, claimed));
  expect(await give(patient, id)).toMatchObject({
    status: 422,
    body: { error: { details: { fields: [{ path: "photo_document_id" }] } } },
  });
});

test("a photo is kept by a browser for whoever is signed in, and asked for again each time", async () => {
  const patient = await register();
  await give(patient, await uploadPhoto(picture("olive"), patient));
  const { headers } = await photoAt("branch", patient);
  expect(headers.get("cache-control")).toBe("private, no-cache");
  const etag = headers.get("etag") ?? "";
  const same = await photoAt("branch", patient, { "if-none-match": etag });
  expect([same.status, same.bytes.length, same.headers.get("cache-control")]).toEqual([
    304,
    0,
    "private, no-cache",
  ]);
  const other = await photoAt("branch", patient, {
    "if-none-match": etag,
    authorization: "Bearer none",
  });
  expect(other.status).toBe(401);
});

test("of somebody without a photo, or of nobody, there is none", async () => {
  const answer = await photoAt("branch", await register());
  expect([answer.status, jsonOf(answer)]).toMatchObject([404, { error: { code: "not_found" } }]);
  expect((await photoAt("branch", "pat_01jd7x2vry38gapbnk0v8yyk24")).status).toBe(404);
});

test("a photo that is taken in an outage is shown at once, and at the hub after it; one that is removed at neither", async () => {
  await cutTheLine(product);
  const [patient, other] = [await register(), await register()];
  const bytes = picture("maroon");
  const fileId = await uploadPhoto(bytes, patient);
  expect(await give(patient, fileId)).toMatchObject({ status: 200 });
  await give(other, await uploadPhoto(picture("navy"), other));
  expect((await photoAt("branch", patient)).bytes.equals(bytes)).toBe(true);
  expect(await give(other, null)).toMatchObject({ status: 200 });
  expect((await photoAt("branch", other)).status).toBe(404);
  product.outage(false);
  await arrivesAtHub(product, fileId);
  await until(
    "the hub shows it",
    20_000,
    async () => (await photoAt("hub", patient)).status === 200,
  );
  expect((await photoAt("hub", patient)).bytes.equals(bytes)).toBe(true);
  expect((await photoAt("hub", other)).status).toBe(404);
});
