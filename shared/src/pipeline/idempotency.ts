import { hash } from "node:crypto";
import { insertStatement } from "#db/statements.ts";
import { idempotencyTable } from "#db/core.table.ts";
import type { Session } from "#db/session.ts";
import type { Statement } from "#db/model.ts";
import type { RowOf } from "#db/table.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { AppError } from "#kernel/errors.ts";
import { header, type Call, type ReceivedBody } from "./call.ts";

/** One caller's intent to write. */
export interface Intent {
  readonly tenantId: string;
  readonly principal: string;
  readonly key: string;
  /** SHA-256 of method, path, query, branch and canonical body, or the hash of the body as it came where that was kept. */
  readonly fingerprint: string;
}

/** An answer as it was sent. */
export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
}

const keyPattern = /^[\x21-\x7e]{1,255}$/;

/**
 * The key of a write's intent, null where there is none and none is needed. Both header names are understood; two
 * different values are not. @throws AppError idempotency_key_required, bad_request
 */
export function intentKey(call: Call, need: "required" | "optional"): string | null {
  const plain = header(call, "Idempotency-Key");
  const prefixed = header(call, "X-Idempotency-Key");
  const key = plain ?? prefixed;
  if (key === null && need === "optional") return null;
  if (key === null || !keyPattern.test(key)) {
    throw new AppError(
      "idempotency_key_required",
      "Every write needs an Idempotency-Key header of 1 to 255 printable ASCII characters.",
      { header: "Idempotency-Key" },
    );
  }
  if (plain !== null && prefixed !== null && plain !== prefixed) {
    throw new AppError("bad_request", "Idempotency-Key and X-Idempotency-Key differ.");
  }
  return key;
}

/** What exactly is intended, as a hash. @throws AppError malformed_json for a body that no two nodes would read alike */
export function fingerprintOf(call: Call, branchId: string | null, body: ReceivedBody): string {
  // A batch is a megabyte, and its sender says it again word for word: no text of our own is made of it.
  const said: unknown = body.text === undefined ? (body.value ?? null) : hash("sha256", body.text);
  try {
    const text = canonicalJson([call.method, call.path, call.query, branchId, said]);
    return hash("sha256", text);
  } catch {
    throw new AppError(
      "malformed_json",
      "The body holds half a character, a number without an end, or too many levels.",
    );
  }
}

/** The intents that are running in this process. */
export interface InFlight {
  /** @throws AppError idempotency_in_progress while the same key is running */
  enter(intent: Intent): () => void;
}

/** Keeps account of what runs in this process. */
export function createInFlight(): InFlight {
  const running = new Set<string>();
  return {
    enter(intent) {
      const name = `${intent.tenantId}\n${intent.principal}\n${intent.key}`;
      if (running.has(name)) throw inProgress();
      running.add(name);
      return () => running.delete(name);
    },
  };
}

function inProgress(): AppError {
  return new AppError(
    "idempotency_in_progress",
    "A request with this idempotency key is still running; try again shortly.",
    { retry_after: 1 },
  );
}

/**
 * The answer that this intent already has, or null; holds the key against other processes until the transaction ends.
 * @throws AppError idempotency_in_progress, idempotency_key_reused
 */
export async function storedAnswer(session: Session, intent: Intent): Promise<StoredAnswer | null> {
  const lockName = `${intent.tenantId}/${intent.principal}/${intent.key}`;
  // One round trip: the look-up stands behind the lock, and sees what was committed before the lock was given.
  const locked = session.tryLock(lockName);
  const [isLocked, row] = await Promise.all([locked, keptRow(session, intent)]);
  if (!isLocked) throw inProgress();
  return answerOf(row, intent);
}

// One list for all that ask, by which the text of the question is found again.
const answerColumns = [
  "idempotency_key",
  "fingerprint",
  "http_status",
  "response_body",
  "request_id",
];

async function keptRow(session: Session, intent: Intent): Promise<AnswerRow | undefined> {
  const [row] = await session.lookUp({
    table: "idempotency_keys",
    columns: answerColumns,
    tenantId: intent.tenantId,
    fixed: { principal: intent.principal },
    column: "idempotency_key",
    values: [intent.key],
    isLocking: false,
    limit: 1,
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the columns just asked for
  return row as AnswerRow | undefined;
}

type AnswerRow = Pick<
  RowOf<typeof idempotencyTable>,
  "fingerprint" | "http_status" | "response_body" | "request_id"
>;

function answerOf(row: AnswerRow | undefined, intent: Intent): StoredAnswer | null {
  if (row === undefined) return null;
  if (row.fingerprint !== intent.fingerprint) {
    throw new AppError(
      "idempotency_key_reused",
      "This idempotency key was used for another request; a new intent needs a new key.",
    );
  }
  return { status: row.http_status, body: row.response_body, requestId: row.request_id };
}

/** Keeps an answer with the write that it answers. */
export function storeAnswer(
  session: Session,
  intent: Intent,
  answer: StoredAnswer,
  at: string,
): Statement {
  return insertStatement(session.dialect, idempotencyTable, {
    tenant_id: intent.tenantId,
    principal: intent.principal,
    idempotency_key: intent.key,
    fingerprint: intent.fingerprint,
    http_status: answer.status,
    response_body: answer.body,
    request_id: answer.requestId,
    created_at: at,
  });
}
