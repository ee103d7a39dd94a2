import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import type { RadiologyStatus } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { procedureOf } from "@edgeward/shared/clinical/radiology-studies/radiology-procedures.contract.ts";
import type { Say, TextId } from "#ui/i18n/text.ts";
import type { Tone } from "#ui/kit/surfaces.tsx";

/** The parts of radiology's work list, in the order of the work. */
export const radiologyParts = ["schedule", "acquire", "report", "verify", "done"] as const;

/** One of the parts. */
export type RadiologyPart = (typeof radiologyParts)[number];

const statesOf: Readonly<Record<RadiologyPart, readonly RadiologyStatus[]>> = {
  schedule: ["ordered"],
  acquire: ["scheduled", "in_progress"],
  report: ["acquired"],
  verify: ["preliminary"],
  done: ["final", "amended"],
};

/** The studies of one part. */
export function partOf<T extends Pick<RadiologyStudy, "status">>(
  studies: readonly T[],
  part: RadiologyPart,
): readonly T[] {
  return studies.filter(({ status }) => statesOf[part].includes(status));
}

/** How a state of a study is shown. */
export const studyLooks: Readonly<
  Record<RadiologyStatus, { readonly text: TextId; readonly tone: Tone }>
> = {
  draft: { text: "radiologyState.draft", tone: "neutral" },
  ordered: { text: "radiologyState.ordered", tone: "info" },
  scheduled: { text: "radiologyState.scheduled", tone: "info" },
  in_progress: { text: "radiologyState.in_progress", tone: "visit" },
  acquired: { text: "radiologyState.acquired", tone: "visit" },
  preliminary: { text: "radiologyState.preliminary", tone: "warning" },
  final: { text: "radiologyState.final", tone: "good" },
  amended: { text: "radiologyState.amended", tone: "good" },
  cancelled: { text: "radiologyState.cancelled", tone: "neutral" },
  entered_in_error: { text: "radiologyState.entered_in_error", tone: "neutral" },
};

type Named = Pick<RadiologyStudy, "modality" | "body_site" | "laterality" | "procedure_code">;

/** What a study is of: as the catalogue calls it, or by kind and part of the body; with its side. */
export function studyName(study: Named, say: Say): string {
  const { modality, body_site: site, laterality: side } = study;
  const known = procedureOf(study.procedure_code);
  const name = known?.name ?? `${say(`modality.${modality}`)}, ${site}`;
  return side === null || side === "na" ? name : `${name}, ${say(`laterality.${side}`)}`;
}

const cancellable: readonly RadiologyStatus[] = ["draft", "ordered", "scheduled"];

/** Whether a study is cancelled when nobody wants it any more; later it can only have been entered in error. */
export function isCancellable({ status }: Pick<RadiologyStudy, "status">): boolean {
  return cancellable.includes(status);
}
