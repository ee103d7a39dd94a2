import { gzip } from "node:zlib";
import { promisify } from "node:util";
import { SignJWT } from "jose";
import { Agent, request, type Dispatcher } from "undici";
import * as z from "zod";
import type { NodeIdentity } from "../identity.ts";

const compress = promisify(gzip);
const tokenMarginMs = 60_000;

/** The hub could not be reached, or did not answer in time. */
export class HubUnreachable extends Error {
  constructor(cause: unknown) {
    super("the hub cannot be reached", { cause });
    this.name = "HubUnreachable";
  }
}

/** The hub answered, and not with success. */
export class HubRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, unknown>>) {
    super(message);
    this.name = "HubRefusal";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Requests to the hub as this node. */
export interface HubClient {
  /** A token of the hub for this node, fetched anew before it expires. */
  token(): Promise<string>;
  get(path: string): Promise<unknown>;
  /** A write with its idempotency key; the body goes compressed. */
  post(path: string, body: unknown, idempotencyKey: string): Promise<unknown>;
  close(): Promise<void>;
}

const refusalShape = z.object({
  error: z.union([
    z.string(),
    z.object({
      code: z.string(),
      message: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  ]),
});

const tokenShape = z.object({ access_token: z.string(), expires_in: z.number() });

function refusalFrom(status: number, body: unknown): HubRefusal {
  const parsed = refusalShape.safeParse(body);
  if (!parsed.success) return new HubRefusal(status, "unknown", `HTTP ${status}`, {});
  const { error } = parsed.data;
  if (typeof error === "string") return new HubRefusal(status, error, error, {});
  return new HubRefusal(status, error.code, error.message, error.details ?? {});
}

export interface HubClientOptions {
  readonly identity: NodeIdentity;
  readonly now: () => number;
  /** How long a request may take; default 15 s. */
  readonly timeoutMs?: number;
}

/** A client of the hub; connections are kept and replaced when they go stale. */
export function createHubClient(options: HubClientOptions): HubClient {
  const { identity, now } = options;
  const timeout = options.timeoutMs ?? 15_000;
  const agent = new Agent({ connections: 4, connect: { timeout: 3_000 }, headersTimeout: timeout, bodyTimeout: timeout });
  let known: { readonly token: string; readonly until: number } | null = null;

  async function send(path: string, init: Partial<Dispatcher.RequestOptions>): Promise<unknown> {
    let status: number;
    let text: string;
    try {
      const answer = await request(`${identity.hubUrl}${path}`, {
        ...init,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeout),
      });
      status = answer.statusCode;
      text = await answer.body.text();
    } catch (error) {
      throw new HubUnreachable(error);
    }
    const body = parsed(text);
    if (status >= 500) throw new HubUnreachable(refusalFrom(status, body));
    if (status >= 400) throw refusalFrom(status, body);
    return body;
  }

  async function assertion(): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: "EdDSA", kid: identity.nodeId })
      .setIssuer(identity.nodeId)
      .setSubject(identity.nodeId)
      .setAudience("edgeward-hub")
      .setIssuedAt(Math.floor(now() / 1000))
      .sign(identity.privateKey);
  }

  async function token(): Promise<string> {
    if (known !== null && known.until > now()) return known.token;
    const body = await send("/auth/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: await assertion(),
      }),
    });
    const granted = tokenShape.parse(body);
    known = { token: granted.access_token, until: now() + granted.expires_in * 1000 - tokenMarginMs };
    return known.token;
  }

  async function headers(): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${await token()}`,
      "x-tenant-id": identity.tenantId,
      "x-branch-id": identity.branchId,
      accept: "application/json",
    };
  }

  async function withToken(run: () => Promise<unknown>): Promise<unknown> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HubRefusal) || error.status !== 401) throw error;
      known = null;
      return run();
    }
  }

  return {
    token,
    get: (path) => withToken(async () => send(path, { method: "GET", headers: await headers() })),
    post: (path, body, idempotencyKey) =>
      withToken(async () =>
        send(path, {
          method: "POST",
          headers: {
            ...(await headers()),
            "content-type": "application/json",
            "content-encoding": "gzip",
            "idempotency-key": idempotencyKey,
          },
          body: await compress(JSON.stringify(body), { level: 1 }),
        }),
      ),
    close: () => agent.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
