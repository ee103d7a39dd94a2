import { hash, verify } from "@node-rs/argon2";
import { tooMany } from "#pipeline/rate-limit.ts";
import type { CountedAttempt } from "./attempt-limits.ts";

const atOnce = 4;
const mostWaiting = 64;
const retryAfterSeconds = 5;

type Waiting = (() => void)[];

let running = 0;
// Who has been there before goes first: strangers may be a crowd that guesses, and must not keep anybody from work.
const known: Waiting = [];
const strangers: Waiting = [];

function leave(): void {
  const next = known.shift() ?? strangers.shift();
  if (next === undefined) running -= 1;
  else next();
}

/**
 * Runs when one of a few places is free: each costs tens of megabytes and a thread.
 * @returns null where too many wait already
 */
async function inTurn<T>(waiting: Waiting, work: () => Promise<T>): Promise<T | null> {
  if (running < atOnce) running += 1;
  else if (waiting.length >= mostWaiting) return null;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    leave();
  }
}

function crowded() {
  return tooMany(retryAfterSeconds, "people sign in at once");
}

/**
 * Whether a secret is the one behind an Argon2 verifier: four at a time in the whole process. Of those who have got in
 * from there before 64 wait, and of all others as many after them.
 * @param attempt as which it has been counted; it does not count where nobody could look at it
 * @throws AppError rate_limited where more than that wait already
 */
export async function isPassword(
  verifier: string,
  given: string,
  attempt: Pick<CountedAttempt, "isKnown" | "unseen">,
): Promise<boolean> {
  const waiting = attempt.isKnown ? known : strangers;
  const isRight = await inTurn(waiting, () => verify(verifier, given));
  if (isRight !== null) return isRight;
  await attempt.unseen();
  throw crowded();
}

/**
 * An Argon2 verifier for a new secret of somebody who has proved who they are: in turn with those that are looked at.
 * @throws AppError rate_limited where too many wait
 */
export async function verifierFor(secret: string): Promise<string> {
  const verifier = await inTurn(known, () => hash(secret));
  if (verifier === null) throw crowded();
  return verifier;
}
