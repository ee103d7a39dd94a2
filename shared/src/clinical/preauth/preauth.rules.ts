import { addMoney } from "#kernel/money.ts";
import type { ClaimPaper, ClaimQuery } from "./claim-parts.contract.ts";
import { approvedStatuses, waitingStatuses } from "./preauth.states.ts";

// IRDAI's master circular of 29 May 2024: an hour for an authorisation, three for that of the discharge.
const minutesToDecide: Readonly<Record<string, number>> = {
  initial: 60,
  enhancement: 60,
  discharge: 180,
};

/** Until when the payer of a request has to decide, milliseconds since the epoch. */
export function dueAfter(requestType: string, submittedMs: number): number {
  return submittedMs + (minutesToDecide[requestType] ?? 60) * 60_000;
}

const wanted: Readonly<Record<string, readonly ClaimPaper[]>> = {
  initial: ["id_proof", "policy_card"],
  enhancement: [],
  discharge: ["discharge_summary", "final_bill"],
};

type Papers = readonly { readonly type: ClaimPaper }[];

/** Which of some papers lack. */
export function lackingOf(papers: readonly ClaimPaper[], documents: Papers): ClaimPaper[] {
  const there = new Set(documents.map(({ type }) => type));
  return papers.filter((type) => !there.has(type));
}

/** The papers that are wanted for a request and lack. */
export function missingPapers(requestType: string, documents: Papers): ClaimPaper[] {
  return lackingOf(wanted[requestType] ?? [], documents);
}

/** What a payer's clock is read from. */
export interface Clocked {
  readonly status: string;
  readonly sla_due_at: string | null;
  readonly decided_at: string | null;
}

/**
 * Whether a payer has not decided in time. @param now RFC 3339, in UTC, as instants are kept
 * @param waiting the states in which it has still to decide
 */
export function isLate(row: Clocked, now: string, waiting: readonly string[]): boolean {
  const { status, sla_due_at: due, decided_at: decided } = row;
  if (due === null) return false;
  if (decided !== null) return decided > due;
  return waiting.includes(status) && now > due;
}

/** Whether the payer of a request has not decided in time. @param now as {@link isLate} reads it */
export function isBreached(row: Clocked, now: string): boolean {
  return isLate(row, now, waitingStatuses);
}

/** What the parts of an estimate come to. */
export function estimated(parts: Readonly<Record<string, number>>): number {
  return addMoney(...Object.values(parts));
}

/** What was decided of a request. */
export interface Decided {
  readonly status: string;
  readonly requested_minor: number;
  readonly approved_minor: number | null;
  readonly authorization_no: string | null;
}

/** What is wrong with a decision, by its field; null for nothing. */
export function decisionFault(row: Decided): readonly [path: string, message: string] | null {
  const { status, requested_minor: requested, approved_minor: approved } = row;
  const isApproved = approvedStatuses.includes(status) || status === "utilised";
  if (!isApproved && status !== "cancelled") {
    if (approved !== null) return ["approved_minor", "goes with an approval"];
    return row.authorization_no === null ? null : ["authorization_no", "goes with an approval"];
  }
  if (!isApproved) return null;
  if (approved === null) return ["approved_minor", "is required: how much is approved"];
  if (row.authorization_no === null)
    return ["authorization_no", "is required: the payer's number of the approval"];
  if (approved > requested) return ["approved_minor", `is more than was asked for: ${requested}`];
  if (status === "approved" && approved !== requested)
    return ["approved_minor", `is not all that was asked for: ${requested}`];
  const isPart = approved > 0 && approved < requested;
  return status === "partially_approved" && !isPart
    ? ["approved_minor", `is not a part of what was asked for: ${requested}`]
    : null;
}

/** Questions that wait for an answer. */
export function openQueries(queries: readonly ClaimQuery[]): readonly ClaimQuery[] {
  return queries.filter((one) => one.answered_at === null);
}
