import * as z from "zod";
import type { SessionStorage } from "./session.ts";

/** A question that waits for whoever sits there: why these patients' records are opened. */
export interface AskedReason {
  readonly patientIds: readonly string[];
}

interface Waiting extends AskedReason {
  readonly answer: (reason: string | null) => void;
}

const storageKey = "edgeward.accessReasons";
// Whoever comes back to a record after an hour has another reason to.
const keptMs = 60 * 60_000;
const keptShape = z.record(z.string(), z.object({ reason: z.string(), until: z.number() }));

const refusedShape = z.object({
  error: z.object({
    code: z.literal("access_reason_required"),
    details: z.object({ patient_ids: z.array(z.string()) }),
  }),
});

const header = "x-access-reason";

/** A text as a header carries it, whatever its letters (RFC 8187). */
export function headerText(text: string): string {
  return /^[\x20-\x7e]*$/u.test(text) ? text : `UTF-8''${encodeURIComponent(text)}`;
}

/** Why records are opened that need a reason, as it was said at this window: for an hour, and by whoever is signed in. */
export class AccessReasons {
  readonly #storage: SessionStorage;
  readonly #now: () => number;
  readonly #listeners = new Set<() => void>();
  #waiting: readonly Waiting[] = [];

  constructor(storage: SessionStorage, now: () => number = Date.now) {
    this.#storage = storage;
    this.#now = now;
  }

  /** The question that is to be answered first. */
  readonly get = (): AskedReason | null => this.#waiting[0] ?? null;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Answers the question that stands there, and all that ask about the same patients; null for who does not say. */
  answer(reason: string | null): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    if (reason !== null) this.#keep(first.patientIds, reason);
    const isAnswered = ({ patientIds }: Waiting) =>
      patientIds.every((id) => first.patientIds.includes(id));
    const answered = this.#waiting.filter(isAnswered);
    this.#waiting = this.#waiting.filter((one) => !isAnswered(one));
    for (const one of answered) one.answer(reason);
    this.#tell();
  }

  /** Forgets what was said, and leaves every question without an answer: somebody else sits there. */
  clear(): void {
    this.#storage.removeItem(storageKey);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) one.answer(null);
    this.#tell();
  }

  /** Asks with what has been said of whom a request names; where the answer is that a reason is needed, asks for one and then once more. */
  async sent(
    request: RequestInfo | URL,
    init: RequestInit | undefined,
    send: (init: RequestInit | undefined) => Promise<Response>,
  ): Promise<Response> {
    if (new Headers(init?.headers).has(header)) return send(init);
    const said = this.#saidOf(String(request instanceof Request ? request.url : request));
    const response = await send(withReason(init, said));
    if (response.status !== 403) return response;
    const refused = refusedShape.safeParse(await jsonOf(response.clone()));
    if (!refused.success) return response;
    const { patient_ids: patientIds } = refused.data.error.details;
    const reason = this.#common(patientIds) ?? (await this.#ask(patientIds));
    return reason === null ? response : send(withReason(init, reason));
  }

  #ask(patientIds: readonly string[]): Promise<string | null> {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    this.#waiting = [...this.#waiting, { patientIds, answer: resolve }];
    this.#tell();
    return promise;
  }

  #kept(): z.output<typeof keptShape> {
    const text = this.#storage.getItem(storageKey);
    if (text === null) return {};
    try {
      const kept = keptShape.safeParse(JSON.parse(text)).data ?? {};
      return Object.fromEntries(
        Object.entries(kept).filter(([, { until }]) => until > this.#now()),
      );
    } catch {
      return {};
    }
  }

  #keep(patientIds: readonly string[], reason: string): void {
    const until = this.#now() + keptMs;
    const added = patientIds.map((id) => [id, { reason, until }] as const);
    const kept = { ...this.#kept(), ...Object.fromEntries(added) };
    this.#storage.setItem(storageKey, JSON.stringify(kept));
  }

  #saidOf(address: string): string | null {
    const named = Object.entries(this.#kept()).find(([id]) => address.includes(id));
    return named?.[1].reason ?? null;
  }

  #common(patientIds: readonly string[]): string | null {
    const kept = this.#kept();
    const [first] = patientIds;
    const isKnown = patientIds.every((id) => kept[id] !== undefined);
    return first !== undefined && isKnown ? (kept[first]?.reason ?? null) : null;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

async function jsonOf(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}

function withReason(init: RequestInit | undefined, reason: string | null): RequestInit | undefined {
  if (reason === null) return init;
  const headers = new Headers(init?.headers);
  headers.set(header, headerText(reason));
  return { ...init, headers };
}
