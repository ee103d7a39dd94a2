import { certificateTypes } from "@edgeward/shared/clinical/certificates/certificate-parts.contract.ts";
import { consentTypes } from "@edgeward/shared/clinical/consents/consent-parts.contract.ts";
import type { TimelineEntry } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import { vitalLabel } from "#ui/desk/vitals/vitals-fields.tsx";
import { vitalNames } from "#ui/desk/vitals/vitals-form.ts";

const steps = [
  "acquired",
  "admitted",
  "amended",
  "appended",
  "arrived",
  "available",
  "bed_assigned",
  "cancelled",
  "collected",
  "completed",
  "corrected",
  "denied",
  "discharge_initiated",
  "discharge_ready",
  "discharged",
  "dispensed",
  "draft",
  "entered_in_error",
  "expired",
  "final",
  "given",
  "granted",
  "held",
  "in_process",
  "in_progress",
  "in_treatment",
  "issued",
  "left_without_being_seen",
  "moved",
  "no_show",
  "on_leave",
  "ordered",
  "partially_dispensed",
  "partially_resulted",
  "planned",
  "preliminary",
  "received",
  "recollect_required",
  "refused",
  "requested",
  "revoked",
  "scheduled",
  "stopped",
  "superseded",
  "transferred_out",
  "triaged",
  "triaged_again",
  "uploaded",
  "waiting",
] as const;

/** The sentence for a word of a timeline; null for one that this version of the page does not know. */
export function timelineWord(word: string): TextId | null {
  const step = steps.find((one) => one === word);
  if (step !== undefined) return `timelineWord.${step}`;
  const consent = consentTypes.find((one) => one === word);
  if (consent !== undefined) return `consentType.${consent}`;
  const certificate = certificateTypes.find((one) => one === word);
  return certificate === undefined ? null : `certificateType.${certificate}`;
}

/** Measurements, by the names that the page gives them. */
function measured(text: string, say: Say): string {
  const parts = text.split(", ").map((part) => {
    const [word = "", ...value] = part.split(" ");
    const name = vitalNames.find((one) => one === word);
    return name === undefined ? part : [vitalLabel(name, say), ...value].join(" ");
  });
  return parts.join(", ");
}

/** What an entry says in the page's language, and what the record itself says, as it was written down. */
export function timelineText({ kind, words, text }: TimelineEntry, say: Say) {
  const said = words.map((word) => {
    const id = timelineWord(word);
    return id === null ? word.replaceAll("_", " ") : say(id);
  });
  const own = text === null || kind !== "vital" ? text : measured(text, say);
  return { said: said.join(" · "), own };
}
