import type * as z from "zod";
import { fieldError } from "#kernel/errors.ts";
import type { WriteContext } from "#resource/context.ts";
import type { ClaimQuery, givenAnswer, givenQuery } from "./claim-parts.contract.ts";
import { openQueries } from "./preauth.rules.ts";

// What a payer asks about a request or a claim, and is answered.

/** What a body says of the payer's questions. */
export interface Asking {
  readonly query?: z.output<typeof givenQuery> | undefined;
  readonly answer?: z.output<typeof givenAnswer> | undefined;
}

/** The questions with the one that is asked, or the answer that is given. @throws AppError invalid_reference */
export function withQueries(
  ctx: WriteContext,
  queries: readonly ClaimQuery[],
  { query, answer }: Asking,
): readonly ClaimQuery[] {
  if (query !== undefined) {
    const unanswered = { answered_at: null, answered_by: null, answer: null, document_ids: [] };
    const asked = { raised_at: ctx.write.at, raised_by: ctx.caller.id, text: query.text };
    return [...queries, { id: ctx.newId("cqy"), ...asked, ...unanswered }];
  }
  if (answer === undefined) return queries;
  if (!openQueries(queries).some(({ id }) => id === answer.query_id)) {
    const message = "names no question that waits";
    throw fieldError({ path: "answer.query_id", code: "invalid_reference", message });
  }
  const given = {
    answered_at: ctx.write.at,
    answered_by: ctx.caller.id,
    answer: answer.answer,
    document_ids: answer.document_ids ?? [],
  };
  return queries.map((one) => (one.id === answer.query_id ? { ...one, ...given } : one));
}

/**
 * The state that a body leads to: a question waits for its answer, and the last answer gives it back to the payer.
 * @throws AppError conflicting_fields, validation_error
 */
export function wantedStatus<Status extends string>(
  from: Status,
  body: Asking & { readonly status?: Status | undefined },
  queries: readonly ClaimQuery[],
): Status | "queried" | "under_review" {
  const wrong = (path: string, message: string) =>
    fieldError({ path, code: "validation_error", message });
  const said = [body.status, body.query, body.answer].filter((one) => one !== undefined);
  if (said.length > 1) {
    const message = "goes without a question and an answer";
    throw fieldError({ path: "status", code: "conflicting_fields", message });
  }
  const isOpen = openQueries(queries).length > 0;
  if (body.query !== undefined) return "queried";
  if (body.answer !== undefined) return isOpen ? "queried" : "under_review";
  if (body.status === "queried" && from !== "queried")
    throw wrong("query", "is required: what the payer asks");
  if (from === "queried" && body.status === "under_review" && isOpen)
    throw wrong("answer", "is required: a question waits for it");
  return body.status ?? from;
}
