import type { Statement } from "@edgeward/shared/db/model.ts";
import type { Session } from "@edgeward/shared/db/session.ts";

/** The session, with a note of every statement that it writes by. */
export function noting(session: Session, notes: Statement[]): Session {
  return {
    ...session,
    query: (text, values) => {
      if (!/^\s*SELECT/iu.test(text)) notes.push({ text, values });
      return session.query(text, values);
    },
    runAll: (statements) => {
      notes.push(...statements);
      return session.runAll(statements);
    },
  };
}
