import { createHash } from "node:crypto";
import type { Session } from "#db/session.ts";
import type { AppError } from "#kernel/errors.ts";
import { addressGroup } from "#pipeline/address-group.ts";
import { tooMany } from "#pipeline/rate-limit.ts";

/** From how many failures on somebody waits: of one name from one address, and of an address whatever the name. */
interface AttemptRule {
  readonly byName: number;
  /** Null where many may honestly fail at one place. */
  readonly byAddress: number | null;
}

const usual = { byName: 5, byAddress: 20 } as const;

const rules = {
  client_secret: usual,
  console_password: usual,
  enrolment_code: usual,
  // The year behind a telephone number; that a number is nobody's says nothing of the next.
  kiosk_phone: { byName: 5, byAddress: null },
  operator_token: usual,
  pairing_code: usual,
  staff_password: usual,
  staff_pin: usual,
} as const satisfies Readonly<Record<string, AttemptRule>>;

/** What is tried: each is counted by itself, by a rule of its own. */
export type AttemptPurpose = keyof typeof rules;

/** Somebody's attempt to get in. */
export interface AttemptedEntry {
  readonly purpose: AttemptPurpose;
  /** As whom, where a name is given. */
  readonly name?: string;
  /** From where. */
  readonly address: string | null;
}

/** An attempt that has been counted and may be looked at. */
export interface CountedAttempt {
  /** Whether somebody has got in from there by this name before. */
  readonly isKnown: boolean;
  /** Nobody could look at it: takes the count back, as if it had not been made. */
  unseen(): Promise<void>;
  /** It was right: takes the count back, and remembers the name's address as one of its own. */
  passed(): Promise<void>;
}

/** Where counts are kept: in the node's database, so that they outlive the process. */
export interface AttemptLimitsOptions {
  /** Runs in a transaction of its own. */
  readonly write: <T>(work: (session: Session) => Promise<T>) => Promise<T>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const firstWaitMs = 30_000;
const longestWaitMs = 15 * 60_000;
const forgottenAfterMs = 24 * 60 * 60_000;
const knownForMs = 90 * 24 * 60 * 60_000;

/** One count: which row, and from how many failures on it makes wait. */
interface Counter {
  readonly key: string;
  readonly most: number;
}

function counter(most: number, ...parts: readonly string[]): Counter {
  // A hash: what was typed as a name may be a password.
  const key = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return { key, most };
}

function countersOf({ purpose, name, address }: AttemptedEntry) {
  const rule: AttemptRule = rules[purpose];
  const place = addressGroup(address);
  const own = counter(rule.byName, purpose, place, name ?? "");
  const isByPlace = name !== undefined && rule.byAddress !== null;
  return { own, place: isByPlace ? counter(rule.byAddress, purpose, place) : null };
}

function waitUntil(untilMs: number, now: number): AppError {
  return tooMany(Math.max(1, Math.ceil((untilMs - now) / 1000)));
}

async function refuseWaiting(session: Session, { key }: Counter, now: number): Promise<void> {
  const place = session.dialect.placeholder(1);
  const [row] = await session.query(
    `SELECT wait_until FROM attempt_limits WHERE limit_key = ${place}`,
    [key],
  );
  throw waitUntil(Number(row?.["wait_until"] ?? now), now);
}

/** Counts one more failure. @returns how long the address is known for @throws AppError rate_limited while it has to wait */
async function countFailure(session: Session, counted: Counter, now: number): Promise<number> {
  const { key, most } = counted;
  const place = (number: number) => session.dialect.placeholder(number);
  const [row] = await session.query(
    `INSERT INTO attempt_limits (limit_key, failures, wait_until, known_until, seen_at)
     VALUES (${place(1)}, 1, NULL, NULL, ${place(2)})
     ON CONFLICT (limit_key) DO UPDATE SET
       failures = CASE WHEN attempt_limits.seen_at < ${place(3)} THEN 1 ELSE attempt_limits.failures + 1 END,
       wait_until = NULL,
       seen_at = ${place(4)}
     WHERE attempt_limits.wait_until IS NULL OR attempt_limits.wait_until <= ${place(5)}
     RETURNING failures, known_until`,
    [key, now, now - forgottenAfterMs, now, now],
  );
  if (row === undefined) {
    await refuseWaiting(session, counted, now);
    return 0;
  }
  const over = Number(row["failures"]) - most;
  if (over >= 0) {
    const until = now + Math.min(longestWaitMs, firstWaitMs * 2 ** over);
    await session.query(
      `UPDATE attempt_limits SET wait_until = ${place(1)} WHERE limit_key = ${place(2)}`,
      [until, key],
    );
  }
  return Number(row["known_until"] ?? 0);
}

/** As if it had not been made: while somebody waits no other attempt is counted, so the wait is that of this one. */
async function takeBack(session: Session, { key }: Counter): Promise<void> {
  const place = session.dialect.placeholder(1);
  await session.query(
    `UPDATE attempt_limits SET
       wait_until = NULL,
       failures = CASE WHEN failures > 0 THEN failures - 1 ELSE 0 END
     WHERE limit_key = ${place}`,
    [key],
  );
}

async function remember(session: Session, { key }: Counter, untilMs: number): Promise<void> {
  const place = (number: number) => session.dialect.placeholder(number);
  await session.query(
    `UPDATE attempt_limits SET failures = 0, wait_until = NULL, known_until = ${place(1)}
      WHERE limit_key = ${place(2)}`,
    [untilMs, key],
  );
}

/**
 * Makes whoever guesses wait: 30 s after as many failures as the purpose's rule says, of one name from one address or of
 * the address, and twice as long with each further one, up to 15 minutes. Nobody is kept out from anywhere else, and where somebody has
 * got in before, other people's failures do not count for them.
 */
export class AttemptLimits {
  readonly #options: AttemptLimitsOptions;

  constructor(options: AttemptLimitsOptions) {
    this.#options = options;
  }

  /**
   * Counts an attempt as failed before it is looked at, so that of many at once no more are looked at than one after
   * another. @throws AppError rate_limited
   */
  async take(entry: AttemptedEntry): Promise<CountedAttempt> {
    const { write, now } = this.#options;
    const { own, place } = countersOf(entry);
    const { isKnown, isByPlace } = await write(async (session) => {
      const knownUntil = await countFailure(session, own, now());
      if (knownUntil > now()) return { isKnown: true, isByPlace: false };
      if (place !== null) await countFailure(session, place, now());
      return { isKnown: false, isByPlace: place !== null };
    });
    const takeBackPlace = async (session: Session) => {
      if (isByPlace && place !== null) await takeBack(session, place);
    };
    return {
      isKnown,
      passed: () =>
        write(async (session) => {
          await remember(session, own, now() + knownForMs);
          await takeBackPlace(session);
        }),
      unseen: () =>
        write(async (session) => {
          await takeBack(session, own);
          await takeBackPlace(session);
        }),
    };
  }

  /**
   * Counts an attempt that was wrong. For secrets that nobody can guess and that cost nothing to look at: the right one
   * opens at any time. @throws AppError rate_limited where there have been too many
   */
  async failed(entry: AttemptedEntry): Promise<void> {
    await this.take(entry);
  }
}

/**
 * The same for a look that is a part of a command's own transaction, which waits for no other: whether it was right is
 * known before it ends, and commands come one after another. @param now milliseconds since the epoch
 */
export function attemptsWithin(session: Session, entry: AttemptedEntry, now: number) {
  const { own } = countersOf(entry);
  const place = (number: number) => session.dialect.placeholder(number);
  return {
    /** @throws AppError rate_limited while it has to wait */
    async check(): Promise<void> {
      const [row] = await session.query(
        `SELECT wait_until FROM attempt_limits WHERE limit_key = ${place(1)}`,
        [own.key],
      );
      const until = Number(row?.["wait_until"] ?? 0);
      if (until > now) throw waitUntil(until, now);
    },
    async failed(): Promise<void> {
      await countFailure(session, own, now);
    },
    async passed(): Promise<void> {
      await session.query(`DELETE FROM attempt_limits WHERE limit_key = ${place(1)}`, [own.key]);
    },
  };
}

/** Forgets counts of which nothing follows any more. @param now milliseconds since the epoch */
export async function forgetOldAttempts(session: Session, now: number): Promise<void> {
  const place = (number: number) => session.dialect.placeholder(number);
  await session.query(
    `DELETE FROM attempt_limits
      WHERE seen_at < ${place(1)} AND (known_until IS NULL OR known_until < ${place(2)})`,
    [now - forgottenAfterMs, now],
  );
}
