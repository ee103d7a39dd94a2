import type * as z from "zod";
import type {
  ClaimStatus,
  claimsContract,
} from "@edgeward/shared/clinical/claims/claims.contract.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** A claim. */
export type PayersClaim = z.output<typeof claimsContract.get.response>;

/** The parts of the list of claims: by who has to do something. */
export const claimParts = ["ours", "payer", "money", "closed"] as const;

/** One of them. */
export type ClaimPart = (typeof claimParts)[number];

/** The parts of the page: with what payers are asked to authorise. */
export const claimsPageParts = [...claimParts, "preauth"] as const;

/** One of them. */
export type ClaimsPagePart = (typeof claimsPageParts)[number];

const statusParts: Readonly<Record<ClaimStatus, ClaimPart>> = {
  draft: "ours",
  queried: "ours",
  submitted: "payer",
  acknowledged: "payer",
  under_review: "payer",
  appealed: "payer",
  approved: "money",
  partially_approved: "money",
  rejected: "closed",
  settled: "closed",
  cancelled: "closed",
};

/** Whether the payer may still pay a claim. */
export function isOpen({ status }: Pick<PayersClaim, "status">): boolean {
  return statusParts[status] !== "closed";
}

/** Claims of one part; those that are to be decided first come first. */
export function partOf(claims: readonly PayersClaim[], part: ClaimPart): readonly PayersClaim[] {
  const due = ({ sla_due_at: at }: PayersClaim) => at ?? "9999";
  return claims
    .filter(({ status }) => statusParts[status] === part)
    .toSorted((one, other) => due(one).localeCompare(due(other)));
}

/** How far a claim has come, as a tone. */
export const claimTones: Readonly<Record<ClaimStatus, Tone>> = {
  draft: "neutral",
  submitted: "info",
  acknowledged: "info",
  under_review: "info",
  queried: "warning",
  approved: "good",
  partially_approved: "warning",
  rejected: "danger",
  appealed: "info",
  settled: "good",
  cancelled: "neutral",
};

/** The steps of which no more has to be said than that they are taken. */
export const plainSteps = [
  "submitted",
  "acknowledged",
  "under_review",
  "appealed",
  "cancelled",
] as const;

/** One of them. */
export type PlainStep = (typeof plainSteps)[number];

const stepsFrom: Readonly<Partial<Record<ClaimStatus, readonly PlainStep[]>>> = {
  draft: ["submitted", "cancelled"],
  submitted: ["acknowledged", "cancelled"],
  acknowledged: ["under_review", "cancelled"],
  rejected: ["appealed"],
  appealed: ["under_review"],
};

/** The plain steps that a claim can take from a state. */
export function stepsOf(status: ClaimStatus): readonly PlainStep[] {
  return stepsFrom[status] ?? [];
}

interface Clocked extends Pick<PayersClaim, "sla_due_at" | "decided_at"> {
  readonly status: string;
}

/** How long a payer has still to decide, or for how long it should have; null where no clock runs. */
export function timeToDecide(
  { status, sla_due_at: due, decided_at: decided }: Clocked,
  now: number,
): { readonly isOver: boolean; readonly minutes: number } | null {
  // What was called off waits for nobody.
  if (due === null || decided !== null || status === "cancelled") return null;
  const left = Math.floor((Date.parse(due) - now) / 60_000);
  return { isOver: left < 0, minutes: Math.abs(left) };
}
