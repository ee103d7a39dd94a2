import { setImmediate } from "node:timers/promises";
import type { SqlRow, Statement } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";

// Says only that an earlier statement of the transaction has failed.
const afterFailure = "25P02";

function isAfterFailure(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === afterFailure
  );
}

/**
 * Sends statements one behind the other, without waiting for what they come to: the server works on one while the next is
 * prepared, and other requests get their turn between two. Ends when all have ended.
 * @throws the error that ended the transaction, not those that only say that it is over
 */
export async function sendAll(
  query: Session["query"],
  statements: AsyncIterable<Statement>,
): Promise<readonly (readonly SqlRow[])[]> {
  const sent: Promise<readonly SqlRow[]>[] = [];
  try {
    for await (const { text, values } of statements) {
      const result = query(text, values);
      // It is thrown below; until then nobody may take it for one that nobody handles.
      result.catch(() => undefined);
      sent.push(result);
      await setImmediate();
    }
  } catch (error) {
    sent.push(Promise.reject(error));
  }
  const results = await Promise.allSettled(sent);
  const failed = results.filter((result) => result.status === "rejected");
  const cause = failed.find(({ reason }) => !isAfterFailure(reason)) ?? failed[0];
  if (cause !== undefined) throw cause.reason;
  return results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
}
