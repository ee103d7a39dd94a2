import type { Session } from "@edgeward/shared/db/session.ts";

// Something that should have been new was not; with what is there by now, the set is merged once more.
const takenKey = "23505";
// Each time it is another record that somebody else has made between looking and writing.
const mostTimes = 8;

/** Another transaction has come to hold a value meanwhile that one record alone may have. */
export class TakenMeanwhile extends Error {
  readonly code = takenKey;

  constructor() {
    super("another record has come to hold a value meanwhile");
  }
}

function isTaken(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === takenKey;
}

/**
 * Merges and writes a set, and again where another transaction has made one of its records meanwhile: what stands is never
 * written over by what was merged without it. @param work reads, merges and writes; it is told which time this is
 */
export async function mergeAgain<T>(
  session: Session,
  savepoint: string,
  work: (time: number) => Promise<T>,
): Promise<T> {
  for (let time = 1; ; time += 1) {
    try {
      return await work(time);
    } catch (error) {
      if (!isTaken(error) || time === mostTimes) throw error;
      await session.query(`ROLLBACK TO SAVEPOINT ${savepoint}`, []);
    }
  }
}
