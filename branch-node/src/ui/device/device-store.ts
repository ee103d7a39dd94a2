import { LiveSocket, socketAddress } from "#ui/net/live-socket.ts";
import { readFields, readText } from "#ui/wire/read.ts";
import {
  forgetIdentity,
  keepIdentity,
  loadIdentity,
  makeKeys,
  type DeviceIdentity,
} from "./device-key.ts";
import {
  askBranch,
  askToken,
  DeviceRefused,
  pairDevice,
  type DevicePage,
  type DeviceRequest,
  type DeviceToken,
} from "./device-wire.ts";

/** How a device stands with its branch. */
export type DevicePhase = "starting" | "insecure" | "unpaired" | "ready" | "locked" | "unreachable";

/** What a device's page knows of itself. */
export interface DeviceState {
  readonly phase: DevicePhase;
  readonly token: DeviceToken | null;
}

/** Why a pairing did not work. */
export type PairingFault = "wrongCode" | "tooMany" | "unreachable";

const heartbeatMs = 2_500;
const retryMs = 2_000;
const doubtMs = 30_000;

/** Keeps a device let in: its key, its short tokens, and the live connection over which it is missed when it is gone. */
export class DeviceStore {
  readonly page: DevicePage;
  readonly #listeners = new Set<() => void>();
  #state: DeviceState = { phase: "starting", token: null };
  #identity: DeviceIdentity | null = null;
  #socket: LiveSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;

  constructor(page: DevicePage) {
    this.page = page;
  }

  readonly get = (): DeviceState => this.#state;

  /** Hears of every change. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Finds out who this device is. Browsers keep keys only for pages that came over a secure connection. */
  async start(): Promise<void> {
    if (!globalThis.isSecureContext) return this.#put({ phase: "insecure", token: null });
    this.#identity = await loadIdentity(this.page);
    if (this.#identity === null) this.#put({ phase: "unpaired", token: null });
    else await this.#renew();
  }

  /** Pairs this device with a code. @returns why it did not work, or null */
  async pair(code: string): Promise<PairingFault | null> {
    try {
      const identity = await pairDevice(this.page, code, await makeKeys());
      await keepIdentity(this.page, identity);
      this.#identity = identity;
      await this.#renew();
      return null;
    } catch (error) {
      if (!(error instanceof DeviceRefused)) return "unreachable";
      return error.code === "rate_limited" ? "tooMany" : "wrongCode";
    }
  }

  /** Asks the branch as this device: with a body by POST, else by GET. @throws DeviceRefused */
  ask(path: string, request: Omit<DeviceRequest, "headers"> = {}): Promise<unknown> {
    return askBranch(path, { ...request, headers: this.#headers() });
  }

  #headers(): Record<string, string> {
    const { token } = this.#state;
    if (token === null) return {};
    return {
      authorization: `Bearer ${token.access_token}`,
      "x-tenant-id": token.tenant_id,
      "x-branch-id": token.branch.id,
    };
  }

  async #renew(): Promise<void> {
    clearTimeout(this.#retry);
    const identity = this.#identity;
    if (identity === null) return;
    try {
      const token = await askToken(identity);
      this.#put({ phase: "ready", token });
      this.#connect();
      this.#renewIn(token.expires_in * 800);
    } catch (error) {
      await this.#refused(error);
    }
  }

  async #refused(error: unknown): Promise<void> {
    const code = error instanceof DeviceRefused ? error.code : null;
    if (code === "device_blocked") {
      this.#lock();
    } else if (code === "unauthorized") {
      await this.#forget();
    } else if (code === "invalid_credentials") {
      // Paired anew elsewhere, or a clock that jumps: the key is kept, in case that is all.
      this.#disconnect();
      this.#put({ phase: "unpaired", token: null });
      this.#renewIn(doubtMs);
    } else {
      if (this.#state.phase !== "ready") this.#put({ phase: "unreachable", token: null });
      this.#renewIn(retryMs);
    }
  }

  #renewIn(milliseconds: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#renew(), milliseconds);
  }

  #lock(): void {
    this.#disconnect();
    this.#put({ phase: "locked", token: null });
    this.#renewIn(retryMs);
  }

  async #forget(): Promise<void> {
    clearTimeout(this.#retry);
    this.#disconnect();
    this.#identity = null;
    await forgetIdentity(this.page);
    this.#put({ phase: "unpaired", token: null });
  }

  #connect(): void {
    if (this.#socket !== null) return;
    const socket = new LiveSocket({
      address: () => this.#address(),
      onMessage: (text) => this.#hear(text),
      onState: () => undefined,
    });
    this.#socket = socket;
    this.#beat = setInterval(() => socket.send({ type: "heartbeat" }), heartbeatMs);
  }

  #disconnect(): void {
    clearInterval(this.#beat);
    this.#socket?.close();
    this.#socket = null;
  }

  async #address(): Promise<string> {
    try {
      const answer = await this.ask("/v1/devices/self/tickets", { body: {} });
      return socketAddress("ticket", readText(readFields(answer)["ticket"]));
    } catch (error) {
      // The token may have been ended; a new one says why.
      this.#renewIn(0);
      throw error;
    }
  }

  #hear(text: string): void {
    if (text.includes('"locked"')) this.#lock();
    if (text.includes('"revoked"')) void this.#forget();
  }

  #put(next: DeviceState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
