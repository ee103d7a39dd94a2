import { readScannedCode } from "#scanner/scanned-code.ts";
import {
  askKioskSocket,
  askKioskToken,
  BranchRefused,
  pairKiosk,
  type KioskIdentity,
  type KioskSession,
} from "./kiosk-branch.ts";
import { KioskKey } from "./kiosk-key.ts";
import { forgetKiosk, keepKiosk, recallKiosk } from "./kiosk-memory.ts";

/** How a kiosk stands with its branch. `revoked`: taken away by the branch, `wiped`: emptied by who stands before it. */
export type KioskPhase =
  | "unpaired"
  | "connecting"
  | "paired"
  | "locked"
  | "revoked"
  | "wiped"
  | "offline"
  | "unreachable";

/** Why a pairing did not work. */
export type KioskPairingFault = "wrong_code" | "too_many" | "no_code" | "unreachable";

/** What stands on a kiosk's screen. */
export interface KioskScreen {
  readonly phase: KioskPhase;
  readonly fault: KioskPairingFault | null;
  /** Its name at the branch, and the branch's; null while it is not let in. */
  readonly name: string | null;
  readonly branchName: string | null;
  /** How often it has said that it is there, over the connection that stands. */
  readonly heartbeats: number;
}

/** Where a kiosk without hardware is. */
export interface VirtualKioskOptions {
  /** The branch node that it belongs to; an address that it is paired by may name another. */
  readonly branchUrl: string;
  /** Where it keeps who it is; null for as long as it runs alone. */
  readonly file: string | null;
  readonly onChange: () => void;
}

const heartbeatMs = 2_500;
const retryMs = 1_000;
// Paired anew elsewhere, or a clock that jumps: the key is kept, in case that is all.
const doubtMs = 30_000;

interface Typed {
  readonly code: string;
  readonly branchUrl: string;
}

/** A code as it was typed, or as a pasted pairing address carries it, together with whose it is. */
function readTyped(text: string, branchUrl: string): Typed {
  const scanned = readScannedCode(text.trim(), new Date().getFullYear());
  if (scanned.kind !== "pairing") return { code: text.trim(), branchUrl };
  return { code: scanned.pairingCode, branchUrl: new URL(text.trim()).origin };
}

function faultOf(error: unknown): KioskPairingFault {
  if (!(error instanceof BranchRefused)) return "unreachable";
  return error.code === "rate_limited" ? "too_many" : "wrong_code";
}

/**
 * A check-in kiosk without hardware: it is paired by a one-time code, signs for its tokens with a key of its own, says
 * over a live connection that it is there, and stops when the branch locks it or takes it away.
 */
export class VirtualKiosk {
  readonly #options: VirtualKioskOptions;
  #screen: KioskScreen;
  #identity: KioskIdentity | null;
  #isPlugged = true;
  #isPairing = false;
  #socket: WebSocket | null = null;
  #beat: NodeJS.Timeout | undefined;
  #retry: NodeJS.Timeout | undefined;
  /** Another with each beginning: what an earlier one still waits for is nobody's any more. */
  #turn = 0;

  constructor(options: VirtualKioskOptions) {
    this.#options = options;
    this.#identity = recallKiosk(options.file);
    const phase = this.#identity === null ? "unpaired" : "connecting";
    this.#screen = { phase, fault: null, name: null, branchName: null, heartbeats: 0 };
    if (this.#identity !== null) this.#begin();
  }

  /** What its screen shows. */
  get screen(): KioskScreen {
    return this.#screen;
  }

  /** The branch node that it belongs to. */
  get branchUrl(): string {
    return this.#identity?.branchUrl ?? this.#options.branchUrl;
  }

  /** Pairs it with a code, or with the address that a pairing's QR code holds. What went wrong stands on the screen. */
  pair(text: string): Promise<void> {
    return this.pairBy(() => Promise.resolve(text));
  }

  /** Pairs it with a code that somebody fetches for it. */
  async pairBy(fetchCode: () => Promise<string>): Promise<void> {
    if (this.#isPairing) return;
    if (!this.#isPlugged) return this.#put({ fault: "unreachable" });
    this.#isPairing = true;
    try {
      const text = await fetchCode().catch(() => null);
      if (text === null) return this.#put({ fault: "no_code" });
      const { code, branchUrl } = readTyped(text, this.#options.branchUrl);
      const identity = await pairKiosk(branchUrl, code, KioskKey.make());
      keepKiosk(this.#options.file, identity);
      this.#identity = identity;
      this.#begin();
    } catch (error) {
      this.#put({ fault: faultOf(error) });
    } finally {
      this.#isPairing = false;
    }
  }

  /** Pulls its network cable, or puts it back. */
  setPlugged(isPlugged: boolean): void {
    this.#isPlugged = isPlugged;
    if (isPlugged && this.#identity === null) this.#stop("unpaired");
    else if (isPlugged) this.#begin();
    else this.#stop("offline");
  }

  /** Empties its storage, as somebody does who clears a browser's data: key and name are gone. */
  wipe(): void {
    this.#forget("wiped");
  }

  /** Ends it; what it keeps stays. */
  close(): void {
    this.#end();
  }

  #begin(): void {
    this.#stop("connecting");
    const identity = this.#identity;
    if (identity !== null) void this.#enter(this.#turn, identity);
  }

  async #enter(turn: number, identity: KioskIdentity): Promise<void> {
    try {
      const session = await askKioskToken(identity);
      const address = await askKioskSocket(identity, session);
      if (turn === this.#turn) this.#listen(turn, new WebSocket(address), session);
    } catch (error) {
      if (turn === this.#turn) this.#refused(error);
    }
  }

  #listen(turn: number, socket: WebSocket, { name, branchName }: KioskSession): void {
    this.#socket = socket;
    const isCurrent = () => turn === this.#turn;
    socket.addEventListener("open", () => {
      if (!isCurrent()) return;
      this.#put({ phase: "paired", fault: null, name, branchName, heartbeats: 0 });
      this.#beat = setInterval(() => this.#sayThere(socket), heartbeatMs);
    });
    socket.addEventListener("message", ({ data }) => {
      if (isCurrent() && typeof data === "string") this.#hear(data);
    });
    socket.addEventListener("close", () => {
      if (!isCurrent()) return;
      this.#stop("unreachable");
      this.#again(retryMs);
    });
  }

  #sayThere(socket: WebSocket): void {
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(JSON.stringify({ type: "heartbeat" }));
    this.#put({ heartbeats: this.#screen.heartbeats + 1 });
  }

  #hear(text: string): void {
    if (text.includes('"locked"')) this.#lock();
    if (text.includes('"revoked"')) this.#forget("revoked");
  }

  #refused(error: unknown): void {
    const code = error instanceof BranchRefused ? error.code : null;
    if (code === "device_blocked") return this.#lock();
    if (code === "unauthorized") return this.#forget("revoked");
    this.#stop(code === "invalid_credentials" ? "unpaired" : "unreachable");
    this.#again(code === "invalid_credentials" ? doubtMs : retryMs);
  }

  /** Its key stays: it asks until somebody lets it in again. */
  #lock(): void {
    this.#stop("locked");
    this.#again(retryMs);
  }

  #again(milliseconds: number): void {
    const identity = this.#identity;
    if (identity === null) return;
    const turn = this.#turn;
    this.#retry = setTimeout(() => void this.#enter(turn, identity), milliseconds);
  }

  #forget(phase: "revoked" | "wiped"): void {
    this.#identity = null;
    forgetKiosk(this.#options.file);
    this.#stop(phase);
  }

  #stop(phase: KioskPhase): void {
    this.#end();
    this.#put({ phase, fault: null, name: null, branchName: null, heartbeats: 0 });
  }

  #end(): void {
    this.#turn += 1;
    clearInterval(this.#beat);
    clearTimeout(this.#retry);
    this.#socket?.close();
    this.#socket = null;
  }

  #put(change: Partial<KioskScreen>): void {
    this.#screen = { ...this.#screen, ...change };
    this.#options.onChange();
  }
}
