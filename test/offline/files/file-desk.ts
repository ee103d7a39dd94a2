import { createHash, randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import type { NodeName, Product } from "#support/product.ts";
import { until } from "#support/until.ts";

/** A mebibyte, in bytes. */
export const mebibyte = 1_048_576;

/** Bytes that no other file has. */
export function bytesOf(length: number): Buffer<ArrayBuffer> {
  return Buffer.from(randomBytes(length));
}

/** The hash under which bytes are kept. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** What an upload is to say beside its bytes. */
export interface UploadPlan {
  readonly fields?: Readonly<Record<string, string>>;
  readonly filename?: string;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly key?: string;
  /** Where it goes; otherwise to the files that belong to nobody's document. */
  readonly path?: string;
}

/** What a node answered to an upload or to an address. */
export interface FileAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
}

/** The answer's JSON. */
export function jsonOf(answer: FileAnswer): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(answer.bytes.toString("utf8"));
  return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
}

function urlOf(product: Product, node: NodeName): string {
  return node === "hub" ? product.hubUrl : product.branchUrl;
}

async function answerOf(response: Response): Promise<FileAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Uploads bytes to a node as the demo's clinical client. */
export async function upload(
  product: Product,
  node: NodeName,
  bytes: Uint8Array<ArrayBuffer>,
  plan: UploadPlan = {},
): Promise<FileAnswer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(plan.fields ?? { category: "mrd" })) {
    form.set(name, value);
  }
  const file = new Blob([bytes], { type: plan.contentType ?? "application/pdf" });
  form.set("file", file, plan.filename ?? "report.pdf");
  return answerOf(
    await fetch(`${urlOf(product, node)}${plan.path ?? "/v1/files"}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${await product.token(node)}`,
        "x-tenant-id": product.demo.tenant_id,
        "x-branch-id": product.demo.branch_id,
        "idempotency-key": plan.key ?? randomUUID(),
        ...plan.headers,
      },
      body: form,
    }),
  );
}

/** Opens an address that a node has given. */
export async function openAddress(
  product: Product,
  node: NodeName,
  address: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<FileAnswer> {
  return answerOf(await fetch(`${urlOf(product, node)}${String(address)}`, { headers }));
}

/** A file's particulars, as a node has them. */
export async function particulars(product: Product, node: NodeName, id: unknown) {
  return (await product.call(node, "GET", `/v1/files/${String(id)}`)).body;
}

/** Begins an upload and tears the line after some of its bytes. */
export async function tornUpload(
  product: Product,
  node: NodeName,
  path = "/v1/files",
): Promise<void> {
  const url = new URL(`${urlOf(product, node)}${path}`);
  const torn = request(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await product.token(node)}`,
      "x-tenant-id": product.demo.tenant_id,
      "x-branch-id": product.demo.branch_id,
      "idempotency-key": randomUUID(),
      "content-type": "multipart/form-data; boundary=edge",
    },
  });
  torn.on("error", () => undefined);
  const head = 'Content-Disposition: form-data; name="file"; filename="torn.bin"';
  torn.write(`--edge\r\n${head}\r\n\r\n`);
  for (let part = 0; part < 3; part += 1) torn.write(randomBytes(1_048_576));
  await new Promise((resolve) => setTimeout(resolve, 300));
  torn.destroy();
}

/** How many chunks the hub has been brought. */
export async function chunksBrought(product: Product): Promise<number> {
  const response = await fetch(`${product.hubUrl}/metrics`, {
    headers: { authorization: `Bearer ${product.operatorToken}` },
  });
  const line = (await response.text())
    .split("\n")
    .find(
      (text) =>
        text.startsWith("http_request_duration_seconds_count") &&
        text.includes("/chunks/") &&
        text.includes('method="PUT"') &&
        text.includes('status="204"'),
    );
  return Number(line?.split(" ").at(-1) ?? "0");
}

/** Cuts the line to the hub, and waits until the branch has noticed. */
export async function cutTheLine(product: Product): Promise<void> {
  product.outage(true);
  await until(
    "the branch knows that it is alone",
    10_000,
    async () => (await product.syncStatus())["state"] === "offline",
  );
}

/** Whether a node has a file's bytes, in its own words. */
export async function stateAt(product: Product, node: NodeName, id: unknown): Promise<unknown> {
  return (await particulars(product, node, id))["state"];
}

/** Waits until the hub has a file's bytes. */
export function arrivesAtHub(product: Product, id: unknown, withinMs = 30_000): Promise<void> {
  return until(
    "the hub has the file",
    withinMs,
    async () => (await stateAt(product, "hub", id)) === "here",
  );
}

/** The files below a folder; none where it is not there. */
export function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Where a node keeps some bytes on its disk. */
export function placeOf(product: Product, node: NodeName, sha256: string): string {
  const [place] = filesIn(join(product.folder, node, "files", "kept")).filter((path) =>
    path.endsWith(sha256),
  );
  if (place === undefined) throw new Error(`the ${node} keeps no such file`);
  return place;
}
