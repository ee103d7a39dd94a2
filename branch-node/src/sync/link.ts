import { setTimeout as delay } from "node:timers/promises";
import { WebSocket } from "ws";
import * as z from "zod";
import { HubRefusal, type HubClient } from "./hub-client.ts";

const heartbeatMs = 2_000;
const answerWithinMs = 4_000;
const slowestRetryMs = 5_000;
// The engine takes what has come meanwhile; until then the same would be reported again.
const afterRingMs = 200;

const pageShape = z.object({ cursor: z.string() });

/** Where the hub is, and who is notified of the link. */
export interface HubLinkOptions {
  readonly hubUrl: string;
  readonly hub: Pick<HubClient, "get" | "token">;
  readonly onRing: () => void;
  readonly onOpen: () => void;
  readonly onLost: () => void;
  /** The request that waits at the hub until the feed has something; it ends with the cursor. */
  readonly waitingPath: () => Promise<string>;
}

/** How long to wait before the next try: growing, never longer than a few seconds, never the same for all branches. */
export function retryDelay(failures: number): number {
  return Math.min(slowestRetryMs, 250 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
}

/**
 * The live connection to the hub: it rings when the feed has something, and its loss is noticed within seconds.
 * Keeps trying for ever.
 */
export class HubLink {
  readonly #options: HubLinkOptions;
  #socket: WebSocket | null = null;
  #heartbeat: NodeJS.Timeout | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isStopped = false;
  #failures = 0;
  #answeredAt = 0;
  #isOpen = false;
  #isWaiting = false;

  constructor(options: HubLinkOptions) {
    this.#options = options;
    void this.#connect();
  }

  stop(): void {
    this.#isStopped = true;
    if (this.#retry !== null) clearTimeout(this.#retry);
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#socket?.removeAllListeners("close");
    this.#socket?.terminate();
  }

  #again(): void {
    if (this.#isStopped) return;
    this.#failures += 1;
    this.#retry = setTimeout(() => void this.#connect(), retryDelay(this.#failures));
  }

  #lost(): void {
    if (this.#heartbeat !== null) clearInterval(this.#heartbeat);
    this.#heartbeat = null;
    this.#socket = null;
    // A proxy that lets no such connection through is no outage: requests may still get to the hub.
    if (this.#isOpen || !this.#isWaiting) this.#options.onLost();
    if (!this.#isOpen) void this.#waitByRequests();
    this.#isOpen = false;
    this.#again();
  }

  // performance.now does not jump when somebody sets the clock.
  #beat(socket: WebSocket): void {
    if (performance.now() - this.#answeredAt > answerWithinMs) socket.terminate();
    else socket.ping();
  }

  #opened(socket: WebSocket): void {
    this.#failures = 0;
    this.#isOpen = true;
    this.#answeredAt = performance.now();
    this.#heartbeat = setInterval(() => this.#beat(socket), heartbeatMs);
    this.#options.onOpen();
  }

  // A hub that refuses this node answers its exchange with the reason, for a person to read; without a ring it would be asked
  // only when it is time for the next look.
  #unable(error: unknown): void {
    this.#options.onLost();
    if (error instanceof HubRefusal) this.#options.onRing();
  }

  async #waitByRequests(): Promise<void> {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    try {
      while (!this.#isStopped && !this.#isOpen) {
        const path = await this.#options.waitingPath();
        const { cursor } = pageShape.parse(await this.#options.hub.get(path));
        if (!path.endsWith(encodeURIComponent(cursor))) this.#options.onRing();
        await delay(afterRingMs);
      }
    } catch (error) {
      this.#unable(error);
    } finally {
      this.#isWaiting = false;
    }
  }

  async #connect(): Promise<void> {
    let token: string;
    try {
      token = await this.#options.hub.token();
    } catch (error) {
      this.#unable(error);
      this.#again();
      return;
    }
    if (!this.#isStopped) this.#open(token);
  }

  #open(token: string): void {
    const url = `${this.#options.hubUrl.replace(/^http/, "ws")}/v1/sync/doorbell`;
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: 3_000,
    });
    this.#socket = socket;
    socket.on("open", () => this.#opened(socket));
    socket.on("pong", () => {
      this.#answeredAt = performance.now();
    });
    socket.on("message", () => {
      this.#answeredAt = performance.now();
      this.#options.onRing();
    });
    // The close that follows says it once.
    socket.on("error", () => undefined);
    socket.on("close", () => this.#lost());
  }
}
