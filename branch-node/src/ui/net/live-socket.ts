import { backoff } from "./backoff.ts";

/** Whether the live connection stands. `lost` only after it could not be had back for a moment. */
export type LinkState = "connecting" | "open" | "lost";

/** What a live connection needs to know. */
export interface LiveSocketOptions {
  /** The address to connect to, asked anew for each attempt. Rejects when it cannot be had. */
  readonly address: () => Promise<string>;
  readonly onMessage: (text: string) => void;
  readonly onState: (state: LinkState) => void;
  /** The connection stands, for the first time or again: whatever was read before may have changed unheard. */
  readonly onOpen?: () => void;
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
    // An answer that nobody reads keeps its connection.
    await response.text();
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

/** A live connection that heals itself until it is closed: it is back within five seconds, also after a network that died silently. */
export class LiveSocket {
  readonly #options: LiveSocketOptions;
  readonly #probe: ReturnType<typeof setInterval>;
  #socket: WebSocket | null = null;
  #failures = 0;
  #isClosed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #loss: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveSocketOptions) {
    this.#options = options;
    this.#probe = setInterval(() => void this.#ask(), probeEvery);
    void this.#connect();
  }

  /** Says something to the branch node; nothing while the connection is away. */
  send(message: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Ends the connection for good. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#probe);
    clearTimeout(this.#retry);
    clearTimeout(this.#loss);
    this.#socket?.close();
  }

  async #connect(): Promise<void> {
    try {
      const address = await this.#options.address();
      if (!this.#isClosed) this.#listen(new WebSocket(address));
    } catch {
      this.#fail();
    }
  }

  #listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#options.onMessage(data);
    });
    socket.addEventListener("close", () => {
      if (this.#socket === socket) this.#fail();
    });
  }

  #opened(): void {
    clearTimeout(this.#loss);
    this.#loss = undefined;
    this.#failures = 0;
    this.#options.onState("open");
    this.#options.onOpen?.();
  }

  #fail(): void {
    this.#socket = null;
    if (this.#isClosed) return;
    this.#failures += 1;
    this.#loss ??= setTimeout(() => this.#options.onState("lost"), patience);
    clearTimeout(this.#retry);
    const wait = backoff(this.#failures, Math.random());
    this.#retry = setTimeout(() => void this.#connect(), wait);
  }

  async #ask(): Promise<void> {
    const asked = this.#socket;
    if (asked?.readyState !== WebSocket.OPEN || (await answers())) return;
    if (this.#socket !== asked || this.#isClosed) return;
    this.#options.onState("lost");
    this.#fail();
    asked.close();
  }
}
