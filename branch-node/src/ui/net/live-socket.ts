import { backoff } from "./backoff.ts";

/** Whether the live connection stands. `lost` only after it could not be had back for a moment. */
export type LinkState = "connecting" | "open" | "lost";

/** What a live connection needs to know. */
export interface LiveSocketOptions {
  /** The address to connect to, asked anew for each attempt. Rejects when it cannot be had. */
  readonly address: () => Promise<string>;
  readonly onMessage: (text: string) => void;
  readonly onState: (state: LinkState) => void;
  /** The connection is back after a loss: whatever was missed has to be read again. */
  readonly onReturn: () => void;
}

/** A live connection that heals itself until it is closed. */
export interface LiveSocket {
  readonly close: () => void;
}

// Within this time a return is not worth a word; after it the page says that the branch cannot be reached.
const patience = 1500;
// A network that died gives no close event, and a page cannot see the server's pings, so it asks.
const probeEvery = 2500;
const probePatience = 2000;
const probePath = "/healthz";

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(probePath, {
      cache: "no-store",
      signal: AbortSignal.timeout(probePatience),
    });
    return response.status < 500;
  } catch {
    return false;
  }
}

/** The address of the branch node's socket with one query parameter. */
export function socketAddress(parameter: string, value: string): string {
  const url = new URL("/ws", globalThis.location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  url.searchParams.set(parameter, value);
  return url.href;
}

/** Opens a live connection and keeps it: reconnects within five seconds, and notices a network that died silently. */
export function openLiveSocket(options: LiveSocketOptions): LiveSocket {
  let socket: WebSocket | null = null;
  let failures = 0;
  let hadConnection = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let loss: ReturnType<typeof setTimeout> | undefined;

  function fail(): void {
    socket = null;
    if (isClosed) return;
    failures += 1;
    loss ??= setTimeout(() => options.onState("lost"), patience);
    clearTimeout(retry);
    retry = setTimeout(() => void connect(), backoff(failures, Math.random()));
  }

  function opened(): void {
    clearTimeout(loss);
    loss = undefined;
    failures = 0;
    options.onState("open");
    if (hadConnection) options.onReturn();
    hadConnection = true;
  }

  async function connect(): Promise<void> {
    try {
      const address = await options.address();
      if (isClosed) return;
      const next = new WebSocket(address);
      socket = next;
      next.addEventListener("open", opened);
      next.addEventListener("message", ({ data }) => {
        if (typeof data === "string") options.onMessage(data);
      });
      next.addEventListener("close", () => {
        if (socket === next) fail();
      });
    } catch {
      fail();
    }
  }

  const probe = setInterval(() => {
    const probed = socket;
    if (probed?.readyState !== WebSocket.OPEN) return;
    void answers().then((isThere) => {
      if (isThere || socket !== probed || isClosed) return;
      options.onState("lost");
      fail();
      probed.close();
    });
  }, probeEvery);

  void connect();
  return {
    close: () => {
      isClosed = true;
      clearInterval(probe);
      clearTimeout(retry);
      clearTimeout(loss);
      socket?.close();
    },
  };
}
