import { ApiError, createClient, type Client } from "@edgeward/shared/contract/client.ts";
import {
  consoleSessionContract,
  consoleSignInContract,
  type ConsoleSignedIn,
} from "@edgeward/shared/console/console-session.contract.ts";
import type { SignInFault } from "#ui/net/session.ts";

/** What somebody types to sign in. */
export interface ConsoleCredentials {
  readonly tenant: string;
  readonly username: string;
  readonly password: string;
}

/** Why nobody could be let in: what the desk knows, or a role that is no administrator's. */
export type ConsoleFault = SignInFault | "notAdmin";

/** Who is at the console; `asking` until the hub has said whether the browser's cookie is good. */
export type ConsoleState =
  | { readonly kind: "asking" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "out"; readonly isEnded: boolean }
  | { readonly kind: "in"; readonly who: ConsoleSignedIn };

function faultOf(error: unknown): ConsoleFault {
  if (!(error instanceof ApiError) || error.status >= 502) return "unreachable";
  if (error.status === 401) return "credentials";
  if (error.status === 429) return "tooMany";
  return error.status === 403 ? "notAdmin" : "refused";
}

/** Keeps who is at the console. What opens the session is the browser's cookie, which no script sees: nothing is stored here. */
export class ConsoleSession {
  readonly #listeners = new Set<() => void>();
  #state: ConsoleState = { kind: "asking" };
  /** The typed client of the hub, for whoever is signed in. */
  readonly client: Client = createClient({
    baseUrl: "",
    headers: (): Record<string, string> =>
      this.#state.kind === "in" ? { "x-tenant-id": this.#state.who.tenant.id } : {},
  });

  /** Who is at the console. */
  readonly get = (): ConsoleState => this.#state;

  /** Hears of every change. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks whether the browser has a session already. */
  async resume(): Promise<void> {
    try {
      const { body } = await this.client.call(consoleSessionContract.get);
      this.#put({ kind: "in", who: body });
    } catch (error) {
      const isStrange = faultOf(error) === "unreachable";
      this.#put(isStrange ? { kind: "unreachable" } : { kind: "out", isEnded: false });
    }
  }

  /** Signs somebody in. @returns why it did not work, or null */
  async signIn(credentials: ConsoleCredentials): Promise<ConsoleFault | null> {
    try {
      const { body } = await this.client.call(consoleSignInContract.signIn, { body: credentials });
      this.#put({ kind: "in", who: body });
      return null;
    } catch (error) {
      return faultOf(error);
    }
  }

  /** Signs out. The screen is cleared first: a hub that cannot be reached must not keep it open. */
  async signOut(): Promise<void> {
    this.#put({ kind: "out", isEnded: false });
    await this.client.call(consoleSessionContract.signOut).catch(() => null);
  }

  /** Says to the hub that somebody is at the page. */
  async keep(): Promise<void> {
    await this.client.call(consoleSessionContract.keep).catch((error: unknown) => this.heed(error));
  }

  /** The session is over, or has been left alone for too long. */
  leave(): void {
    if (this.#state.kind === "in") this.#put({ kind: "out", isEnded: true });
  }

  /** Leaves the page where the hub has refused the session. */
  heed(error: unknown): void {
    if (error instanceof ApiError && error.status === 401) this.leave();
  }

  #put(next: ConsoleState): void {
    this.#state = next;
    for (const listener of this.#listeners) listener();
  }
}
