import { createHash } from "node:crypto";
import {
  laneStateShape,
  wantedFilesShape,
  type LaneState,
} from "@edgeward/shared/files/file-lane.contract.ts";
import type { IdSource } from "@edgeward/shared/kernel/ids.ts";
import type { NodeIdentity } from "#node/identity.ts";
import { Agent, request } from "#sync/http-request.ts";
import { HubRefusal, HubUnreachable, type HubClient } from "#sync/hub-client.ts";

// A chunk of 1 MiB still passes a line of 70 kbit/s.
const chunkTimeoutMs = 120_000;

/** What the lane of files needs to speak with the hub. */
export interface LaneClientOptions {
  readonly identity: NodeIdentity;
  readonly hub: HubClient;
  readonly newId: IdSource;
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * The lane's way to the hub. Chunks go one after the other over a connection of their own, so that they never stand
 * before a clinical operation. Every method throws HubUnreachable or HubRefusal.
 */
export class LaneClient {
  readonly #options: LaneClientOptions;
  readonly #agent = new Agent({
    connections: 1,
    connect: { timeout: 3_000 },
    headersTimeout: chunkTimeoutMs,
    bodyTimeout: chunkTimeoutMs,
  });

  constructor(options: LaneClientOptions) {
    this.#options = options;
  }

  /** What the hub has of a file. */
  async state(sha256: string): Promise<LaneState> {
    return laneStateShape.parse(await this.#options.hub.get(`/v1/files/${sha256}/state`));
  }

  /** The hashes of files that the hub has lost. */
  async wanted(): Promise<readonly string[]> {
    return wantedFilesShape.parse(await this.#options.hub.get("/v1/sync/wanted-files")).data;
  }

  /** Has the hub make a file of its chunks. */
  async commit(sha256: string): Promise<LaneState> {
    const { hub, newId } = this.#options;
    return laneStateShape.parse(await hub.post(`/v1/files/${sha256}/commit`, null, newId("req")));
  }

  /** Brings one chunk to the hub. */
  async put(sha256: string, index: number, bytes: Uint8Array): Promise<void> {
    await this.#send(sha256, index, "PUT", bytes);
  }

  /** Gets one chunk from the hub. */
  async chunk(sha256: string, index: number): Promise<Buffer> {
    const { bytes, hash } = await this.#send(sha256, index, "GET", null);
    if (hashOf(bytes) !== hash) throw new HubUnreachable(new Error("a chunk came changed"));
    return bytes;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async #headers(bytes: Uint8Array | null): Promise<Record<string, string>> {
    const { hub, identity } = this.#options;
    const headers = {
      authorization: `Bearer ${await hub.token()}`,
      "x-tenant-id": identity.tenantId,
      "x-branch-id": identity.branchId,
    };
    return bytes === null
      ? headers
      : { ...headers, "content-type": "application/octet-stream", "x-chunk-sha256": hashOf(bytes) };
  }

  async #send(sha256: string, index: number, method: "GET" | "PUT", bytes: Uint8Array | null) {
    const headers = await this.#headers(bytes);
    const { status, hash, body } = await this.#exchange(
      `${this.#options.identity.hubUrl}/v1/files/${sha256}/chunks/${index}`,
      { method, headers, body: bytes },
    );
    if (status >= 500) throw new HubUnreachable(new Error(`HTTP ${status}`));
    if (status >= 400) throw new HubRefusal(status, "chunk_refused", `HTTP ${status}`, {});
    return { bytes: body, hash };
  }

  async #exchange(
    url: string,
    init: {
      readonly method: "GET" | "PUT";
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Uint8Array | null;
    },
  ) {
    try {
      const answer = await request(url, { ...init, dispatcher: this.#agent });
      const body = Buffer.from(await answer.body.arrayBuffer());
      const hash = answer.headers["x-chunk-sha256"];
      return { status: answer.statusCode, hash: typeof hash === "string" ? hash : null, body };
    } catch (error) {
      throw new HubUnreachable(error);
    }
  }
}
