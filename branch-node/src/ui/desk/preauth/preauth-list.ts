import type * as z from "zod";
import type {
  preauthContract,
  PreauthStatus,
} from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** What a payer is asked to authorise. */
export type Preauth = z.output<typeof preauthContract.get.response>;

/** How far a request has come, as a tone. */
export const preauthTones: Readonly<Record<PreauthStatus, Tone>> = {
  draft: "neutral",
  submitted: "info",
  under_review: "info",
  queried: "warning",
  approved: "good",
  partially_approved: "warning",
  rejected: "danger",
  utilised: "neutral",
  cancelled: "neutral",
};

/** The steps of which no more has to be said than that they are taken. */
export const plainSteps = ["submitted", "under_review", "cancelled"] as const;

/** One of them. */
export type PlainStep = (typeof plainSteps)[number];

const stepsFrom: Readonly<Partial<Record<PreauthStatus, readonly PlainStep[]>>> = {
  draft: ["submitted", "cancelled"],
  submitted: ["under_review", "cancelled"],
  approved: ["cancelled"],
  partially_approved: ["cancelled"],
};

/** The plain steps that a request can take from a state. */
export function stepsOf(status: PreauthStatus): readonly PlainStep[] {
  return stepsFrom[status] ?? [];
}

const open: ReadonlySet<PreauthStatus> = new Set(["draft", "submitted", "under_review", "queried"]);

/** Whether a request waits for the payer, or for somebody here. */
export function isOpenRequest({ status }: Pick<Preauth, "status">): boolean {
  return open.has(status);
}

/** Whether something was authorised under it, so that more can be asked for, or it be claimed under. */
export function isAuthorised({ status }: Pick<Preauth, "status">): boolean {
  return status === "approved" || status === "partially_approved";
}

/** Whether a bill can be claimed under it; under one authorisation several can. */
export function isClaimedUnder({ status }: Pick<Preauth, "status">): boolean {
  return isAuthorised({ status }) || status === "utilised";
}

/** Requests in the order of the work: those that wait first, by when the payer has to decide; then the others as they came. */
export function inWorkOrder(requests: readonly Preauth[]): readonly Preauth[] {
  const due = ({ sla_due_at: at }: Preauth) => at ?? "9999";
  const waiting = requests.filter(isOpenRequest);
  return [
    ...waiting.toSorted((one, other) => due(one).localeCompare(due(other))),
    ...requests.filter((one) => !isOpenRequest(one)),
  ];
}
