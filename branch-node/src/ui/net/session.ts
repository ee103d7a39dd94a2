import {
  countersignedShape,
  errorShape,
  signedInShape,
  storedSessionShape,
  type SignedIn,
  type StoredSession,
} from "#ui/wire/auth.ts";

/** Why the session on the screen is over: the server takes it no longer, or its owner has left the desk to the next. */
export type SessionEnd = "refused" | "leftToNext";

/** Who is signed in. Whether its session is over or locked: what was on screen waits, unseen, for its owner. */
export interface SessionState {
  readonly current: StoredSession | null;
  readonly end: SessionEnd | null;
}

/** Why a sign-in did not work. */
export type SignInFault = "credentials" | "tooMany" | "unreachable" | "refused";

/** The part of the browser's storage that a session needs. */
export type SessionStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageKey = "edgeward.session";
// A token is renewed this long before it ends, so that no request meets the end.
const headStart = 60_000;

function restored(storage: SessionStorage): StoredSession | null {
  const text = storage.getItem(storageKey);
  if (text === null) return null;
  try {
    return storedSessionShape.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

async function post(path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

function faultOf(answer: Answer): SignInFault {
  if (answer.status === 429) return "tooMany";
  const code = errorShape.safeParse(answer.body).data?.error.code;
  return answer.status === 401 || code === "invalid_credentials" ? "credentials" : "refused";
}

/** Milliseconds until the access token should be renewed. */
export function renewalDelay(expiresAt: number, now: number): number {
  const left = expiresAt - now;
  return Math.max(5000, Math.min(left - headStart, left * 0.8));
}

/** Keeps the tokens of the person at this screen: in memory, and in the tab's own storage so that a reload keeps them. */
export class SessionStore {
  readonly #storage: SessionStorage;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;
  #renewal: ReturnType<typeof setTimeout> | undefined;
  #refreshing: Promise<void> | null = null;

  constructor(storage: SessionStorage) {
    this.#storage = storage;
    this.#state = { current: restored(storage), end: null };
    if (this.#state.current !== null) this.#put(this.#state);
  }

  /** Who is signed in. */
  readonly get = (): SessionState => this.#state;

  /** Hears of every change. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Signs somebody in. @returns why it did not work, or null */
  async signIn(username: string, password: string): Promise<SignInFault | null> {
    try {
      const answer = await post("/auth/staff/login", { username, password });
      const signedIn = signedInShape.safeParse(answer.body).data;
      if (signedIn === undefined) return faultOf(answer);
      const before = this.#state;
      this.#accept(signedIn, false);
      if (before.end === "leftToNext") void this.#end(before.current);
      return null;
    } catch {
      return "unreachable";
    }
  }

  /** Signs out. The screen is cleared first: a branch that cannot be reached must not keep a record open. */
  async signOut(): Promise<void> {
    const { current } = this.#state;
    this.#put({ current: null, end: null });
    await this.#end(current);
  }

  /** Hides the desk until its owner is back; a reload does not open it. */
  lock(): void {
    const { current, end } = this.#state;
    if (current === null || current.isLocked || end !== null) return;
    this.#put({ current: { ...current, isLocked: true }, end });
  }

  /** Opens a locked desk by its owner's PIN. @returns why it did not work, or null */
  async unlock(pin: string): Promise<SignInFault | null> {
    const { current } = this.#state;
    if (current === null) return "refused";
    try {
      const answer = await post("/auth/staff/unlock", { pin }, current.signedIn.access_token);
      if (answer.status !== 204) return this.#unlockFault(answer);
      this.#put({ ...this.#state, current: { ...current, isLocked: false } });
      return null;
    } catch {
      return "unreachable";
    }
  }

  /** Lets a colleague act once at this screen, by their own PIN. @returns their token, or why it did not work */
  async countersign(staffId: string, pin: string): Promise<string | { fault: SignInFault }> {
    const token = this.#state.current?.signedIn.access_token;
    if (token === undefined) return { fault: "refused" };
    try {
      const answer = await post("/auth/staff/countersign", { staff_id: staffId, pin }, token);
      const signed = countersignedShape.safeParse(answer.body).data;
      return signed === undefined ? { fault: faultOf(answer) } : signed.access_token;
    } catch {
      return { fault: "unreachable" };
    }
  }

  /** Whoever is signed in has a PIN from now on: a locked desk asks for it. */
  noteHasPin(): void {
    const { current } = this.#state;
    if (current === null) return;
    const { signedIn } = current;
    const staff = { ...signedIn.staff, has_pin: true };
    this.#put({ ...this.#state, current: { ...current, signedIn: { ...signedIn, staff } } });
  }

  /** Leaves the desk to the next person. The session ends when somebody has signed in: until then its forms are still kept. */
  leaveToNext(): void {
    const { current, end } = this.#state;
    if (current !== null && end === null) this.#put({ current, end: "leftToNext" });
  }

  /** Gets a new access token. Without a network the session stays as it is. */
  refresh(): Promise<void> {
    const token = this.#state.current?.signedIn.refresh_token;
    if (token === undefined || this.#state.end !== null) return Promise.resolve();
    this.#refreshing ??= this.#renew(token).finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #renew(refreshToken: string): Promise<void> {
    try {
      const answer = await post("/auth/staff/refresh", { refresh_token: refreshToken });
      const signedIn = signedInShape.safeParse(answer.body).data;
      const isRefused = answer.status === 401 || answer.status === 403;
      if (signedIn !== undefined) this.#accept(signedIn, this.#state.current?.isLocked === true);
      else this.#put({ ...this.#state, end: isRefused ? "refused" : this.#state.end });
    } catch {
      // Nobody answered: the token may still be good when the network is back.
      this.#put(this.#state);
    }
  }

  // A session that the server no longer takes is not opened by a PIN.
  #unlockFault(answer: Answer): SignInFault {
    const code = errorShape.safeParse(answer.body).data?.error.code;
    const fault = faultOf(answer);
    if (fault !== "credentials" || code === "invalid_credentials") return fault;
    this.#put({ ...this.#state, end: "refused" });
    return "refused";
  }

  async #end(session: StoredSession | null): Promise<void> {
    const token = session?.signedIn.access_token;
    if (token !== undefined) await post("/auth/staff/logout", {}, token).catch(() => null);
  }

  #accept(signedIn: SignedIn, isLocked: boolean): void {
    const expiresAt = Date.now() + signedIn.expires_in * 1000;
    this.#put({ current: { signedIn, expiresAt, isLocked }, end: null });
  }

  #put(next: SessionState): void {
    this.#state = next;
    clearTimeout(this.#renewal);
    if (next.current === null || next.end !== null) this.#storage.removeItem(storageKey);
    else {
      this.#storage.setItem(storageKey, JSON.stringify(next.current));
      const delay = renewalDelay(next.current.expiresAt, Date.now());
      this.#renewal = setTimeout(() => void this.refresh(), delay);
    }
    for (const listener of this.#listeners) listener();
  }
}
