import WebSocket from "ws";
import type { HubClient } from "./hub-client.ts";

const heartbeatMs = 2_000;
const answerWithinMs = 4_000;
const slowestRetryMs = 5_000;

/** The live connection to the hub: it rings when the feed has something, and its loss is noticed within seconds. */
export interface HubLink {
  isOpen(): boolean;
  stop(): void;
}

export interface HubLinkOptions {
  readonly hubUrl: string;
  readonly hub: HubClient;
  readonly onRing: () => void;
  readonly onOpen: () => void;
  readonly onLost: () => void;
}

/** Keeps a connection to the hub's doorbell open, with retries that never end. */
export function openHubLink(options: HubLinkOptions): HubLink {
  let socket: WebSocket | null = null;
  let heartbeat: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;
  let isStopped = false;
  let failures = 0;
  let answeredAt = 0;

  function again(): void {
    if (isStopped) return;
    failures += 1;
    const wait = Math.min(slowestRetryMs, 250 * 2 ** Math.min(failures, 5)) * (0.75 + Math.random() / 2);
    retry = setTimeout(() => void connect(), wait);
  }

  function lost(): void {
    if (heartbeat !== null) clearInterval(heartbeat);
    heartbeat = null;
    socket = null;
    options.onLost();
    again();
  }

  function beat(open: WebSocket): void {
    // performance.now does not jump when somebody sets the clock.
    if (performance.now() - answeredAt > answerWithinMs) {
      open.terminate();
      return;
    }
    open.ping();
  }

  function opened(open: WebSocket): void {
    failures = 0;
    answeredAt = performance.now();
    heartbeat = setInterval(() => beat(open), heartbeatMs);
    options.onOpen();
  }

  async function connect(): Promise<void> {
    let token: string;
    try {
      token = await options.hub.token();
    } catch {
      options.onLost();
      again();
      return;
    }
    if (isStopped) return;
    const url = `${options.hubUrl.replace(/^http/, "ws")}/v1/sync/doorbell`;
    const made = new WebSocket(url, {
      headers: { authorization: `Bearer ${token}` },
      handshakeTimeout: 3_000,
    });
    socket = made;
    made.on("open", () => opened(made));
    made.on("pong", () => {
      answeredAt = performance.now();
    });
    made.on("message", () => {
      answeredAt = performance.now();
      options.onRing();
    });
    // The close that follows says it once.
    made.on("error", () => undefined);
    made.on("close", lost);
  }

  void connect();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    stop() {
      isStopped = true;
      if (retry !== null) clearTimeout(retry);
      if (heartbeat !== null) clearInterval(heartbeat);
      socket?.removeAllListeners("close");
      socket?.terminate();
    },
  };
}
