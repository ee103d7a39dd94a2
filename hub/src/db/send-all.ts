import { setImmediate } from "node:timers/promises";

// Says only that an earlier statement of the transaction has failed.
const afterFailure = "25P02";

function isAfterFailure(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === afterFailure
  );
}

/**
 * Runs tasks that each send statements, one behind the other, without waiting for what they come to: the server works on
 * one while the next is prepared, and other requests get their turn between two. Ends when all have ended.
 * @throws the error that ended the transaction, not those that only say that it is over
 */
export async function sendAll(tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const sent: Promise<unknown>[] = [];
  for (const task of tasks) {
    const result = task();
    // It is thrown below; until then nobody may take it for one that nobody handles.
    result.catch(() => undefined);
    sent.push(result);
    await setImmediate();
  }
  const results = await Promise.allSettled(sent);
  const failed = results.filter((result) => result.status === "rejected");
  const cause = failed.find(({ reason }) => !isAfterFailure(reason)) ?? failed[0];
  if (cause !== undefined) throw cause.reason;
}
