import { verify } from "@node-rs/argon2";
import { tooMany } from "#pipeline/rate-limit.ts";

const atOnce = 4;
const mostWaiting = 64;
const retryAfterSeconds = 5;

let running = 0;
const waiting: (() => void)[] = [];

/** Lets a few run at a time and some wait: each costs tens of megabytes and a thread. @throws AppError rate_limited */
async function enter(): Promise<void> {
  if (running < atOnce) {
    running += 1;
    return;
  }
  if (waiting.length >= mostWaiting) throw tooMany(retryAfterSeconds, "people sign in at once");
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function leave(): void {
  const next = waiting.shift();
  if (next === undefined) running -= 1;
  else next();
}

/**
 * Whether a secret is the one behind an Argon2 verifier: four at a time in the whole process, and 64 that wait.
 * @throws AppError rate_limited where more than that wait already
 */
export async function isPassword(verifier: string, given: string): Promise<boolean> {
  await enter();
  try {
    return await verify(verifier, given);
  } finally {
    leave();
  }
}
