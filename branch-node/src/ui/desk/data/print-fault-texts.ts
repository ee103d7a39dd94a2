import * as z from "zod";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import type { PrintJob } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import { faultText } from "./faults.ts";

/** What stands in the way of a document, as a failed job and a refused preview report it. */
export type PrintFaultDetails = NonNullable<PrintJob["error"]>["details"];

const detailsShape = z.object({
  reason: z.string(),
  about: z.array(z.string()),
  fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

const reasonTexts: Readonly<Record<string, TextId>> = {
  missing_glyph: "preview.missingGlyph",
  does_not_fit: "preview.doesNotFit",
  qr_too_long: "preview.badCode",
  bad_code: "preview.badCode",
  wrong_medium: "preview.wrongMedium",
  unknown_language: "preview.wrongMedium",
  unreadable_logo: "preview.badLogo",
};

/** The people and items that documents name, by how their fields end. */
const fieldTexts: readonly (readonly [ending: RegExp, text: TextId])[] = [
  [/^template\./u, "preview.inTemplate"],
  [/(?:^|\.)(?:patient\.name|patient_name)$/u, "preview.inPatientName"],
  [/(?:^|\.)(?:doctor\.name|provider_name)$/u, "preview.inDoctorName"],
  [/(?:^|\.)allergies\./u, "preview.inAllergies"],
  [/(?:^|\.)(?:facility_name|branch_name|department)$/u, "preview.inFacility"],
];

function fieldText(path: string): TextId {
  return fieldTexts.find(([ending]) => ending.test(path))?.[1] ?? "preview.inDocument";
}

/** `U+4F1F (Han)` as a person sees it: the character itself. */
function characterOf(about: string): string {
  const [, code] = /^U\+([0-9A-F]{4,6})\b/u.exec(about) ?? [];
  return code === undefined ? about : String.fromCodePoint(Number.parseInt(code, 16));
}

/** What stands in the way of a document, in words for the desk: which characters, where, and what to do. */
export function printFaultText({ reason, about, fields }: PrintFaultDetails, say: Say): string {
  const text = say(reasonTexts[reason] ?? "preview.cannotBeDrawn");
  if (reason !== "missing_glyph") return text;
  const places = [...new Set(fields.map(({ path }) => say(fieldText(path))))].join(", ");
  const name = places === "" ? say("preview.inDocument") : places;
  const characters = about.map(characterOf).join(" ");
  return `${text} ${say("preview.characters", { name, when: characters })}`;
}

/** Why a preview could not be made, in words for the desk. */
export function previewFaultText(error: unknown, say: Say): string {
  const details =
    error instanceof ApiError && error.code === "not_printable" ? error.details : null;
  const known = detailsShape.safeParse(details).data;
  return known === undefined ? faultText(error, say) : printFaultText(known, say);
}
