import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import { readState, stateStatement } from "#db/node-state.ts";
import type { SqliteStore } from "#db/sqlite-store.ts";

// Below this the difference is the line's as much as the clock's.
const tolerableMs = 2_000;
// An answer's Date header has whole seconds; a clock that is off by less is put right by the next handshake.
const roughMs = 10_000;
// A step of the machine's clock beside the time that has gone by.
const stepMs = 2_000;
// A step by about what the clock was off is somebody who has set it right.
const setRightMs = 60_000;

/** What the machine reads as time; `elapsed` does not jump when somebody sets the clock. */
export interface MachineClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds since some beginning. */
  readonly elapsed: () => number;
}

/**
 * The branch's clock: the machine's, corrected by what the hub's answers have said. A machine whose clock is hours or
 * days off still dates its records and asks for tokens by the right time, also without the hub.
 */
export class BranchClock {
  readonly #machine: MachineClock;
  #offset = 0;
  #skew: number | null = null;
  #seen: { readonly at: number; readonly elapsed: number };

  constructor(machine: MachineClock) {
    this.#machine = machine;
    this.#seen = { at: machine.now(), elapsed: machine.elapsed() };
  }

  /** The corrected time, milliseconds since the epoch. */
  readonly now = (): number => {
    this.#noteStep();
    return this.#machine.now() + this.#offset;
  };

  /** The machine's own time, right or wrong. */
  readonly deviceNow = (): number => this.#machine.now();

  /** The hub's clock less the machine's when the hub last said; null before. */
  get skewMs(): number | null {
    return this.#skew;
  }

  /** What is added to the machine's time. */
  get offsetMs(): number {
    return this.#offset;
  }

  /** Takes the hub's time of an answer. @param askedAt the machine's time when it was asked for */
  readonly learn = (serverTime: number, askedAt: number): void => {
    this.#noteStep();
    const skew = Math.round(serverTime - (askedAt + this.#machine.now()) / 2);
    this.#skew = skew;
    this.#offset = Math.abs(skew) < tolerableMs ? 0 : skew;
  };

  /** Takes the date of any answer, which is right to the second: enough to ask for a token. */
  readonly hearDate = (date: number): void => {
    const away = date - this.now();
    if (Number.isFinite(away) && Math.abs(away) > roughMs) this.#offset += away;
  };

  /**
   * Goes on from what was known before the last stop. A machine whose clock has gone back since has lost its battery:
   * it goes on where it was.
   */
  recall(offset: number, deviceAt: number): void {
    const lost = deviceAt - this.#machine.now();
    this.#offset = lost > stepMs ? offset + lost : offset;
  }

  // Without the hub: a clock that went back, or came right, was set; one that leapt ahead has slept.
  #noteStep(): void {
    const at = this.#machine.now();
    const elapsed = this.#machine.elapsed();
    const step = at - this.#seen.at - (elapsed - this.#seen.elapsed);
    this.#seen = { at, elapsed };
    if (Math.abs(step) < stepMs) return;
    if (step < 0 || Math.abs(this.#offset - step) < setRightMs) this.#offset -= step;
  }
}

/** A branch's clock as it was when the node last ran. */
export async function recallClock(
  store: SqliteStore,
  tenantId: string,
  machine: MachineClock,
): Promise<BranchClock> {
  const clock = new BranchClock(machine);
  const text = await store.read({ tenantId }, (session) => readState(session, "clock"));
  const [offset, deviceAt] = (text ?? "0").split(" ");
  const at = Date.parse(deviceAt ?? "");
  clock.recall(Number(offset), Number.isNaN(at) ? machine.now() : at);
  return clock;
}

/** Keeps what is known of the clock for the next start. */
export async function keepClock(
  store: SqliteStore,
  tenantId: string,
  clock: BranchClock,
): Promise<void> {
  const value = `${clock.offsetMs} ${isoInstant(clock.deviceNow())}`;
  await store.write({ tenantId, urgency: "note" }, (session) =>
    session.runAll([stateStatement(session, "clock", value)]),
  );
}
