import type { ExceptionKind } from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { addDays } from "#ui/desk/patients/birth.ts";
import { instantIn } from "./closures.ts";

/** What somebody says of an exception before it is kept. */
export interface ExceptionDraft {
  readonly kind: ExceptionKind;
  /** Empty for everybody at the branch. */
  readonly providerId: string;
  readonly isWhole: boolean;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/** What of a draft keeps it from being kept. */
export type DraftFault = "needsDoctor" | "lastDay" | "to";

/** What is wrong with a draft, or null. */
export function faultOfDraft(draft: ExceptionDraft): DraftFault | null {
  if (draft.kind === "leave" && draft.providerId === "") return "needsDoctor";
  if (draft.isWhole) return draft.lastDay < draft.firstDay ? "lastDay" : null;
  return draft.to <= draft.from ? "to" : null;
}

/** What is sent of a draft without faults, on the branch's clock. */
export function bodyOfDraft(draft: ExceptionDraft, zone: string) {
  const { kind, providerId, isWhole, firstDay, lastDay, from, to } = draft;
  const reason = draft.reason.trim();
  const times = isWhole
    ? [instantIn(zone, firstDay, "00:00"), instantIn(zone, addDays(lastDay, 1), "00:00")]
    : [instantIn(zone, firstDay, from), instantIn(zone, firstDay, to)];
  const [starts_at = "", ends_at = ""] = times;
  return {
    kind,
    starts_at,
    ends_at,
    ...(providerId === "" ? {} : { provider_id: providerId }),
    ...(reason === "" ? {} : { reason }),
  };
}

/** The times of a day that are offered: each half hour. */
export const halfHours: readonly string[] = Array.from(
  { length: 48 },
  (_, place) =>
    `${String(Math.floor(place / 2)).padStart(2, "0")}:${place % 2 === 0 ? "00" : "30"}`,
);
