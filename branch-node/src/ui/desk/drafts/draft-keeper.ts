import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { ApiError, randomKey } from "@edgeward/shared/contract/client.ts";
import { wasAnswered } from "#ui/desk/data/intent.ts";
import { backoff } from "#ui/net/backoff.ts";

/** What a form says, as the branch keeps it. */
export type FormState = Draft["form_state"];

/** How a form's keeping stands. */
export type Keeping =
  /** Nothing was typed that would be lost. */
  | { readonly kind: "idle" }
  /** Typed, and on its way to the branch in a moment. */
  | { readonly kind: "pending" }
  /** @property at RFC 3339 */
  | { readonly kind: "kept"; readonly at: string }
  /** The branch does not answer; it is tried again until it does. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "refused"; readonly error: unknown }
  /** The same form was changed on another screen of its author since. */
  | { readonly kind: "elsewhere" };

/** How one attempt is made: `key` is the same for every try of it. */
export interface Sending {
  readonly key: string;
  /** The page is going away, and the request has to outlive it. */
  readonly isLeaving: boolean;
}

/** The branch, as far as a draft needs it. */
export interface DraftWire {
  create(formState: FormState, sending: Sending): Promise<Draft>;
  /** @param seen the version that is replaced @throws ApiError version_conflict where there is a newer one */
  update(id: string, seen: number, formState: FormState, sending: Sending): Promise<Draft>;
  end(id: string, status: "submitted" | "discarded", sending: Sending): Promise<unknown>;
  read(id: string): Promise<Draft>;
}

interface Attempt {
  readonly key: string;
  readonly formState: FormState;
}

// As long as a person rests between two words; whoever types without rest is kept every few seconds.
const restMs = 800;
const longestMs = 4_000;

/** Whether the same attempt may do better later: nobody answered, the session has to be renewed, or there was too much at once. */
function mayDoBetter(error: unknown): boolean {
  const isPassing = error instanceof ApiError && (error.status === 401 || error.status === 429);
  return isPassing || !wasAnswered(error);
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof ApiError && codes.includes(error.code);
}

/**
 * Keeps one form at the branch while it is being typed: a moment after the typing rests, now and then while it does not,
 * and at once when the page is left. One request at a time; an attempt that nobody answered is repeated as it was, so
 * that it is kept once. What the branch has not confirmed is in memory only.
 */
export class DraftKeeper {
  readonly #wire: DraftWire;
  readonly #listeners = new Set<() => void>();
  #draft: Draft | null;
  #keeping: Keeping;
  /** The newest state that the branch has not confirmed, with what stands in the attempt under way. */
  #wanted: FormState | null = null;
  #attempt: Attempt | null = null;
  #pumping: Promise<void> | null = null;
  #ending: Promise<void> = Promise.resolve();
  #endingId: string | null = null;
  #failures = 0;
  #isLeaving = false;
  #isClosed = false;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #longest: ReturnType<typeof setTimeout> | undefined;

  /** @param draft the form that is continued, null for a new one */
  constructor(wire: DraftWire, draft: Draft | null) {
    this.#wire = wire;
    this.#draft = draft;
    this.#keeping = draft === null ? { kind: "idle" } : { kind: "kept", at: draft.updated_at };
  }

  /** Hears of every change of how the keeping stands. @returns how to stop hearing */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** How the keeping stands. */
  readonly keeping = (): Keeping => this.#keeping;

  /** The draft's id, once the branch has it and until it has ended there. */
  get draftId(): string | null {
    return this.#draft?.id ?? this.#endingId;
  }

  /** Resolves when what was to end has ended. */
  get ended(): Promise<void> {
    return this.#ending;
  }

  /** Whether something typed would be lost with this window. */
  get isAtRisk(): boolean {
    return this.#wanted !== null || this.#attempt !== null;
  }

  /** Takes the form's newest state. */
  change(formState: FormState): void {
    this.#wanted = formState;
    if (this.#keeping.kind === "elsewhere") return;
    if (this.#keeping.kind !== "unreachable") this.#put({ kind: "pending" });
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.flush(), restMs);
    this.#longest ??= setTimeout(() => void this.flush(), longestMs);
  }

  /** Sends what waits. Resolves when the branch has it, or did not answer. */
  flush(): Promise<void> {
    clearTimeout(this.#rest);
    clearTimeout(this.#longest);
    this.#longest = undefined;
    if (this.#keeping.kind === "elsewhere" || !this.isAtRisk) return Promise.resolve();
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
    });
    return this.#pumping;
  }

  /** The page may go away now: what waits is sent so that it arrives all the same. */
  leave(): void {
    this.#isLeaving = true;
    void this.flush().finally(() => {
      this.#isLeaving = false;
    });
  }

  /** The form was sent or thrown away: its draft ends. What is typed afterwards is another draft. */
  end(status: "submitted" | "discarded"): Promise<void> {
    this.#ending = this.#end(status);
    return this.#ending;
  }

  /** Of two screens' states this one is right. */
  async keepThis(): Promise<void> {
    if (this.#draft === null) return;
    this.#draft = await this.#wire.read(this.#draft.id);
    this.#put({ kind: "pending" });
    await this.flush();
  }

  /** Of two screens' states the other is right. @returns it */
  async takeOther(): Promise<FormState | null> {
    if (this.#draft === null) return null;
    this.#draft = await this.#wire.read(this.#draft.id);
    this.#wanted = null;
    this.#put({ kind: "kept", at: this.#draft.updated_at });
    return this.#draft.form_state;
  }

  /** Nobody waits for it any more: stops trying. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#rest);
    clearTimeout(this.#longest);
  }

  async #end(status: "submitted" | "discarded"): Promise<void> {
    clearTimeout(this.#rest);
    clearTimeout(this.#longest);
    this.#longest = undefined;
    this.#wanted = null;
    await this.#pumping;
    const draft = this.#draft;
    this.#draft = null;
    // A first attempt that nobody answered may have arrived: asked again, it says which draft it made.
    const lost = draft === null ? this.#attempt : null;
    this.#attempt = null;
    this.#endingId = draft?.id ?? null;
    if (this.#wanted === null) this.#put({ kind: "idle" });
    if (draft !== null) await this.#finish(draft.id, status);
    else if (lost !== null) await this.#finishLost(lost, status);
    this.#endingId = null;
  }

  async #pump(): Promise<void> {
    while (this.isAtRisk && !this.#isClosed) {
      const attempt = this.#next();
      if (attempt === null) return;
      try {
        this.#draft = await this.#send(attempt);
        this.#attempt = null;
        this.#failures = 0;
        if (this.#wanted === null) this.#put({ kind: "kept", at: this.#draft.updated_at });
      } catch (error) {
        if (!this.#goesOn(attempt, error)) return;
      }
    }
  }

  #next(): Attempt | null {
    if (this.#attempt !== null) return this.#attempt;
    const formState = this.#wanted;
    if (formState === null) return null;
    this.#wanted = null;
    this.#attempt = { key: randomKey(), formState };
    return this.#attempt;
  }

  #send({ key, formState }: Attempt): Promise<Draft> {
    const sending = { key, isLeaving: this.#isLeaving };
    const draft = this.#draft;
    if (draft === null) return this.#wire.create(formState, sending);
    return this.#wire.update(draft.id, draft.version, formState, sending);
  }

  /** What an attempt that failed comes to. @returns whether to go on at once */
  #goesOn(attempt: Attempt, error: unknown): boolean {
    if (mayDoBetter(error)) {
      this.#failures += 1;
      this.#put({ kind: "unreachable" });
      if (!this.#isClosed) this.#tryAgain();
      return false;
    }
    this.#attempt = null;
    this.#wanted ??= attempt.formState;
    // Ended or expired meanwhile, and somebody still types: what is typed is kept as a draft of its own.
    if (this.#draft !== null && isCode(error, "invalid_transition", "not_found")) {
      this.#draft = null;
      return true;
    }
    this.#put(
      isCode(error, "version_conflict") ? { kind: "elsewhere" } : { kind: "refused", error },
    );
    return false;
  }

  #tryAgain(): void {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => void this.flush(), backoff(this.#failures, Math.random()));
  }

  async #finish(id: string, status: "submitted" | "discarded", failures = 0): Promise<void> {
    try {
      await this.#wire.end(id, status, { key: randomKey(), isLeaving: true });
    } catch (error) {
      // Ended or gone already is what was wanted; any other refusal leaves it on the list, where it can be discarded.
      if (!mayDoBetter(error) || this.#isClosed) return;
      const wait = backoff(failures + 1, Math.random());
      await new Promise((resolve) => {
        setTimeout(resolve, wait);
      });
      await this.#finish(id, status, failures + 1);
    }
  }

  async #finishLost(attempt: Attempt, status: "submitted" | "discarded"): Promise<void> {
    try {
      const sending = { key: attempt.key, isLeaving: false };
      const { id } = await this.#wire.create(attempt.formState, sending);
      await this.#finish(id, status);
    } catch {
      // The branch is away: if it has the draft, its author finds it on the list and discards it.
    }
  }

  #put(keeping: Keeping): void {
    this.#keeping = keeping;
    for (const listener of this.#listeners) listener();
  }
}
