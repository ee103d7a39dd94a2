import {
  errorShape,
  signedInShape,
  storedSessionShape,
  type SignedIn,
  type StoredSession,
} from "#ui/wire/auth.ts";

/** Who is signed in. `ended`: the server no longer takes the session, and what was on screen waits for its owner. */
export interface SessionState {
  readonly current: StoredSession | null;
  readonly isEnded: boolean;
}

/** Why a sign-in did not work. */
export type SignInFault = "credentials" | "unreachable" | "refused";

/** The part of the browser's storage that a session needs. */
export type SessionStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps the tokens of the person at this screen. */
export interface SessionStore {
  readonly get: () => SessionState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly signIn: (username: string, password: string) => Promise<SignInFault | null>;
  readonly signOut: () => Promise<void>;
  /** Gets a new access token. Without a network the session stays as it is. */
  readonly refresh: () => Promise<void>;
}

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
  const code = errorShape.safeParse(answer.body).data?.error.code;
  return answer.status === 401 || code === "invalid_credentials" ? "credentials" : "refused";
}

/** Milliseconds until the access token should be renewed. */
export function renewalDelay(expiresAt: number, now: number): number {
  const left = expiresAt - now;
  return Math.max(5000, Math.min(left - headStart, left * 0.8));
}

/** Makes the session store of a page: in memory, and in the tab's own storage so that a reload keeps it. */
export function createSessionStore(storage: SessionStorage): SessionStore {
  let state: SessionState = { current: restored(storage), isEnded: false };
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let refreshing: Promise<void> | null = null;
  const listeners = new Set<() => void>();

  function put(next: SessionState): void {
    state = next;
    clearTimeout(renewal);
    if (next.current === null || next.isEnded) storage.removeItem(storageKey);
    else {
      storage.setItem(storageKey, JSON.stringify(next.current));
      renewal = setTimeout(() => void refresh(), renewalDelay(next.current.expiresAt, Date.now()));
    }
    for (const listener of listeners) listener();
  }

  function accept(signedIn: SignedIn): void {
    put({
      current: { signedIn, expiresAt: Date.now() + signedIn.expires_in * 1000 },
      isEnded: false,
    });
  }

  async function renew(refreshToken: string): Promise<void> {
    try {
      const answer = await post("/auth/staff/refresh", { refresh_token: refreshToken });
      const signedIn = signedInShape.safeParse(answer.body).data;
      if (signedIn !== undefined) accept(signedIn);
      else if (answer.status === 401 || answer.status === 403) put({ ...state, isEnded: true });
      else put(state);
    } catch {
      // Nobody answered: the token may still be good when the network is back.
      put(state);
    }
  }

  function refresh(): Promise<void> {
    const token = state.current?.signedIn.refresh_token;
    if (token === undefined || state.isEnded) return Promise.resolve();
    refreshing ??= renew(token).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  if (state.current !== null) put(state);
  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    signIn: async (username, password) => {
      try {
        const answer = await post("/auth/staff/login", { username, password });
        const signedIn = signedInShape.safeParse(answer.body).data;
        if (signedIn === undefined) return faultOf(answer);
        accept(signedIn);
        return null;
      } catch {
        return "unreachable";
      }
    },
    signOut: async () => {
      const token = state.current?.signedIn.access_token;
      put({ current: null, isEnded: false });
      // The screen is cleared first: a branch that cannot be reached must not keep a record open.
      if (token !== undefined) await post("/auth/staff/logout", {}, token).catch(() => null);
    },
  };
}
