import { ApiError } from "@edgeward/shared/contract/client.ts";
import * as z from "zod";
import type { Say, TextId } from "#ui/i18n/text.ts";
import { isUnreachable } from "#ui/net/api.ts";

const fieldsShape = z.object({
  fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

/** One field that the server found wrong. */
export type FieldFault = z.output<typeof fieldsShape>["fields"][number];

/** The fields that an answer names as wrong; none when it is about something else. */
export function fieldFaults(error: unknown): readonly FieldFault[] {
  if (!(error instanceof ApiError)) return [];
  return fieldsShape.safeParse(error.details).data?.fields ?? [];
}

const codeTexts: Readonly<Record<string, TextId>> = {
  forbidden: "fault.forbidden",
  scope_missing: "fault.forbidden",
  role_not_granted: "fault.forbidden",
  invalid_transition: "fault.invalidTransition",
  version_conflict: "fault.versionConflict",
  slot_unavailable: "fault.slotUnavailable",
  owned_by_branch: "fault.ownedByBranch",
  patient_merged: "fault.patientMerged",
  idempotency_key_reused: "fault.keyReused",
  idempotency_in_progress: "fault.inProgress",
  duplicate_abha_id: "fault.duplicateAbha",
  internal: "fault.internal",
};

/** What went wrong, in a sentence of the page's language; the server's own sentence where there is none. */
export function faultText(error: unknown, say: Say): string {
  if (!(error instanceof ApiError) || isUnreachable(error)) return say("fault.unreachable");
  const text = codeTexts[error.code];
  return text === undefined ? error.message : say(text);
}

const suggestionsShape = z.object({
  suggestions: z.array(z.object({ start_at: z.string(), available: z.boolean() })),
});

/** The free times that a refused booking proposes. */
export function suggestionsOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.code !== "slot_unavailable") return [];
  const found = suggestionsShape.safeParse(error.details).data?.suggestions ?? [];
  return found.filter(({ available }) => available).map(({ start_at: startAt }) => startAt);
}
