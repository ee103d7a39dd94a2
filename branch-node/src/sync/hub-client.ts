import { randomUUID } from "node:crypto";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { promisify } from "node:util";
import { SignJWT } from "jose";
import type { Dispatcher } from "undici";
import * as z from "zod";
import type { NodeIdentity } from "#node/identity.ts";
import { Agent, request } from "./http-request.ts";

const asZstd = promisify(zstdCompress);
const fromZstd = promisify(zstdDecompress);
const zstdFast = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
// So many batches may be under way without an answer; the hub takes them in the order in which they were sent.
const batchesUnderWay = 2;
const tokenMarginMs = 60_000;
const assertionSeconds = 60;

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

  constructor(
    status: number,
    code: string,
    message: string,
    details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
    this.name = "HubRefusal";
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

/** Whether the hub has turned this node off, or put another in its place. */
export function isEndOfNode(error: unknown): boolean {
  const reason = error instanceof HubRefusal ? error.details["reason"] : null;
  return reason === "node_revoked" || reason === "node_replaced";
}

/** Whether the hub holds another operation at a place of the node's stream: the two have gone apart. */
export function isForkRefusal(error: unknown): boolean {
  return (
    error instanceof HubRefusal &&
    error.code === "sequence_gap" &&
    error.details["is_forked"] === true
  );
}

const refusalShape = z.object({
  // As `/auth/token` has it, by RFC 6749 and with a reason beside.
  error_description: z.string().optional(),
  reason: z.string().optional(),
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
  const { error, error_description: description, reason } = parsed.data;
  if (typeof error === "string")
    return new HubRefusal(status, error, description ?? error, { reason });
  return new HubRefusal(status, error.code, error.message, error.details ?? {});
}

/** As whom to speak to the hub, and how patiently. */
export interface HubClientOptions {
  readonly identity: NodeIdentity;
  readonly now: () => number;
  /** Notified of the date of every answer, milliseconds since the epoch, right to the second. */
  readonly onDate?: (date: number) => void;
  /** How long a request may take; default 15 s. */
  readonly timeoutMs?: number;
}

type Init = Pick<Dispatcher.RequestOptions, "method"> & {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Whether it may be sent before what was sent earlier has been answered. */
  readonly idempotent?: boolean;
  /** By itself one that may keep several connections. */
  readonly dispatcher?: Dispatcher;
  /** Ends the request. */
  readonly signal?: AbortSignal;
};

function parsedJson(text: string): unknown {
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  if (headers["content-encoding"] !== "zstd") return body.text();
  return (await fromZstd(await body.bytes())).toString("utf8");
}

function bytesOf(chunk: unknown): Buffer {
  if (chunk instanceof Uint8Array) return Buffer.from(chunk);
  throw new TypeError("a body that is not bytes");
}

/** Requests to the hub as this node; connections are kept, and replaced when they go stale. */
export class HubClient {
  readonly #identity: NodeIdentity;
  readonly #now: () => number;
  readonly #onDate: (date: number) => void;
  readonly #timeoutMs: number;
  readonly #agent: Agent;
  /** For what may follow each other without waiting. */
  readonly #pipeline: Agent;
  #posted: Promise<void> = Promise.resolve();
  /** Ends all that is under way on the pipeline. */
  #underWay = new AbortController();
  #known: { readonly token: string; readonly until: number } | null = null;

  constructor(options: HubClientOptions) {
    this.#identity = options.identity;
    this.#now = options.now;
    this.#onDate = options.onDate ?? (() => undefined);
    this.#timeoutMs = options.timeoutMs ?? 15_000;
    const patience = {
      connect: { timeout: 3_000 },
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
    };
    this.#agent = new Agent({ ...patience, connections: 4 });
    this.#pipeline = new Agent({ ...patience, connections: 1, pipelining: batchesUnderWay });
  }

  /** A token of the hub for this node, fetched anew before it expires. @throws HubUnreachable, HubRefusal */
  async token(): Promise<string> {
    if (this.#known !== null && this.#known.until > this.#now()) return this.#known.token;
    // The hub refuses what is not of its own time; with its refusal it has said what time it is.
    const body = await this.#askToken().catch((error: unknown) => {
      if (error instanceof HubRefusal && error.code === "invalid_grant") return this.#askToken();
      throw error;
    });
    const granted = tokenShape.parse(body);
    const until = this.#now() + granted.expires_in * 1000 - tokenMarginMs;
    this.#known = { token: granted.access_token, until };
    return granted.access_token;
  }

  async #askToken(): Promise<unknown> {
    return this.#send("/auth/token", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
        assertion: await this.#assertion(),
      }),
    });
  }

  /** @throws HubUnreachable, HubRefusal */
  get(path: string): Promise<unknown> {
    return this.#withToken(async () =>
      this.#send(path, {
        method: "GET",
        headers: { ...(await this.#headers()), "accept-encoding": "zstd" },
      }),
    );
  }

  /**
   * A write with its idempotency key; the body goes compressed. Several may be under way at once: they go out over one
   * connection, in the order in which this was called. @param text of the body, where it is at hand
   * @throws HubUnreachable, HubRefusal
   */
  post(
    path: string,
    body: unknown,
    idempotencyKey: string,
    text = JSON.stringify(body),
  ): Promise<unknown> {
    return this.#withToken(() => this.#postInTurn(path, text, idempotencyKey));
  }

  /** A change with its idempotency key, beside what is pipelined. @throws HubUnreachable, HubRefusal */
  put(path: string, body: unknown, idempotencyKey: string): Promise<unknown> {
    return this.#withToken(async () =>
      this.#send(path, {
        method: "PUT",
        headers: await this.#writing(idempotencyKey),
        body: await asZstd(JSON.stringify(body), zstdFast),
      }),
    );
  }

  async #postInTurn(path: string, text: string, key: string): Promise<unknown> {
    const before = this.#posted;
    const ended = this.#underWay.signal;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#posted = promise;
    try {
      const packed = await asZstd(text, zstdFast);
      const headers = await this.#writing(key);
      await before;
      const answer = this.#sendPiped(path, { method: "POST", headers, body: packed }, ended);
      resolve();
      return await answer;
    } finally {
      resolve();
    }
  }

  /**
   * Takes a file from a byte on, chunk by chunk. Answers false when the hub no longer has it.
   * @throws HubUnreachable when the line breaks; what came before has been handed over
   */
  async download(
    path: string,
    from: number,
    onChunk: (chunk: Buffer) => Promise<void>,
  ): Promise<boolean> {
    const rest = from === 0 ? {} : { range: `bytes=${from}-` };
    const headers = { ...(await this.#headers()), ...rest };
    try {
      const answer = await request(`${this.#identity.hubUrl}${path}`, {
        method: "GET",
        headers,
        dispatcher: this.#agent,
      });
      const isRest = answer.statusCode === (from === 0 ? 200 : 206);
      if (!isRest) await answer.body.dump();
      else for await (const chunk of answer.body) await onChunk(bytesOf(chunk));
      return isRest;
    } catch (error) {
      throw new HubUnreachable(error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#pipeline.destroy()]);
  }

  async #send(path: string, init: Init): Promise<unknown> {
    let status: number;
    let text: string;
    const patience = AbortSignal.timeout(this.#timeoutMs);
    try {
      const answer = await request(`${this.#identity.hubUrl}${path}`, {
        dispatcher: this.#agent,
        ...init,
        signal: init.signal === undefined ? patience : AbortSignal.any([patience, init.signal]),
      });
      status = answer.statusCode;
      this.#onDate(Date.parse(String(answer.headers["date"])));
      text = await textOf(answer);
    } catch (error) {
      throw new HubUnreachable(error);
    }
    const body = parsedJson(text);
    if (status >= 500) throw new HubUnreachable(refusalFrom(status, body));
    if (status >= 400) throw refusalFrom(status, body);
    return body;
  }

  // What was sent behind a message that did not get through would go out once more over a new connection, by itself and
  // before its turn, to be refused: it ends with the message before it.
  async #sendPiped(path: string, init: Init, ended: AbortSignal): Promise<unknown> {
    try {
      if (ended.aborted) throw new HubUnreachable(ended.reason);
      const piped = { dispatcher: this.#pipeline, idempotent: true, signal: ended };
      return await this.#send(path, { ...init, ...piped });
    } catch (error) {
      if (error instanceof HubUnreachable && ended === this.#underWay.signal) {
        this.#underWay.abort();
        this.#underWay = new AbortController();
      }
      throw error;
    }
  }

  #assertion(): Promise<string> {
    const { nodeId, privateKey } = this.#identity;
    const now = Math.floor(this.#now() / 1000);
    return new SignJWT({})
      .setProtectedHeader({ alg: "EdDSA", kid: nodeId })
      .setIssuer(nodeId)
      .setSubject(nodeId)
      .setAudience("edgeward-hub")
      .setIssuedAt(now)
      .setExpirationTime(now + assertionSeconds)
      .setJti(randomUUID())
      .sign(privateKey);
  }

  async #writing(key: string): Promise<Record<string, string>> {
    const body = { "content-type": "application/json", "content-encoding": "zstd" };
    return { ...(await this.#headers()), ...body, "idempotency-key": key };
  }

  async #headers(): Promise<Record<string, string>> {
    return {
      authorization: `Bearer ${await this.token()}`,
      "x-tenant-id": this.#identity.tenantId,
      "x-branch-id": this.#identity.branchId,
      accept: "application/json",
    };
  }

  // A token may have ended at the hub before its time; once, a new one is asked for.
  async #withToken(run: () => Promise<unknown>): Promise<unknown> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof HubRefusal) || error.status !== 401) throw error;
      this.#known = null;
      return run();
    }
  }
}
