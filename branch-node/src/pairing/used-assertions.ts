import type { Session } from "@edgeward/shared/db/session.ts";
import { AppError } from "@edgeward/shared/kernel/errors.ts";
import { noteAssertion } from "#db/used-assertions.ts";
import type { Assertion } from "./device-proof.ts";

// The tolerance of the check is kept, too: what is forgotten here must be refused there.
const toleranceMs = 60_000;

/**
 * Uses a device's assertion up, whatever it was for, in the transaction of what it allows.
 * @param now milliseconds since the epoch @throws AppError invalid_credentials for one that was used before
 */
export async function useAssertion(
  session: Session,
  deviceId: string,
  { id, expiresAt }: Assertion,
  now: number,
): Promise<void> {
  const used = { deviceId, id, refusedAfter: expiresAt * 1000 + toleranceMs };
  if (!(await noteAssertion(session, used, now)))
    throw new AppError("invalid_credentials", "This signature has been used already.");
}
