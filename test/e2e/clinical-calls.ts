import { randomUUID } from "node:crypto";
import * as z from "zod";
import { send, type Answer } from "#support/product-http.ts";
import type { Credentials } from "./running-product.ts";

const tokenShape = z.object({ access_token: z.string() });
const listShape = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

/** A record as the wire writes it. */
export type WireRecord = Readonly<Record<string, unknown>>;

/** A program that acts at one of the two nodes. */
export interface ClinicalCaller {
  get(path: string): Promise<Answer>;
  /** The records of a list. */
  list(path: string): Promise<readonly WireRecord[]>;
  post(path: string, body: object): Promise<Answer>;
  put(path: string, body: object): Promise<Answer>;
}

// Before the token ends, which a long test outlives on a busy machine.
const renewedAfterMs = 10 * 60_000;

/** Signs in as the demo's program at the hub or the branch. @param branchId for which it acts */
export async function callerAt(
  node: "hub" | "branch",
  credentials: Credentials,
  branchId = credentials.branch_id,
): Promise<ClinicalCaller> {
  const base = credentials[node];
  const grant = { ...credentials.clinical, grant_type: "client_credentials" };
  const sign = async () => {
    const answer = await send(`${base}/auth/token`, "POST", grant, {});
    const { access_token: token } = tokenShape.parse(answer.body);
    return { token, until: performance.now() + renewedAfterMs };
  };
  let signed = await sign();
  const headers = async () => {
    if (signed.until < performance.now()) signed = await sign();
    return {
      authorization: `Bearer ${signed.token}`,
      "x-tenant-id": credentials.tenant_id,
      "x-branch-id": branchId,
    };
  };
  const write = (method: string) => async (path: string, body: object) =>
    send(`${base}${path}`, method, body, {
      ...(await headers()),
      "idempotency-key": randomUUID(),
    });
  const get = async (path: string) => send(`${base}${path}`, "GET", undefined, await headers());
  return {
    get,
    list: async (path) => listShape.parse((await get(path)).body).data,
    post: write("POST"),
    put: write("PUT"),
  };
}
