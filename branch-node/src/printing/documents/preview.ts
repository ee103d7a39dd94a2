import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import {
  createInterpreter,
  type InterpreterEvent,
} from "@edgeward/devices/virtual/escpos/interpreter.ts";
import type { Printout } from "@edgeward/devices/virtual/printout.ts";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import {
  createLabelInterpreter,
  type LabelSpeech,
} from "@edgeward/devices/virtual/label/label-interpreter.ts";
import { renderLabel, type PrintedLabel } from "@edgeward/devices/virtual/label/label-printout.ts";
import {
  createStarInterpreter,
  type StarEvent,
} from "@edgeward/devices/virtual/star/interpreter.ts";
import type { PrintMedium, RenderedDocument } from "./render-document.ts";

/**
 * What comes out of the printer for these very bytes, as PNGs of a pixel a dot: read by the printers of software that
 * stand in for the real ones, and not drawn a second time from the data. A PDF is its own preview and has none.
 */
export async function previewPictures(
  { parts }: Pick<RenderedDocument, "parts">,
  medium: PrintMedium,
): Promise<readonly Buffer[]> {
  const bytes = Buffer.concat([parts.body, parts.trailer]);
  if (medium.kind === "label") return await Promise.all(labelsOf(bytes, medium).map(renderLabel));
  if (medium.kind !== "receipt") return [];
  const { widthDots } = medium.profile;
  return await Promise.all(
    printoutsOf(bytes, medium.profile).map((printout) => renderPrintout(printout, { widthDots })),
  );
}

function printoutsOf(
  bytes: Uint8Array,
  profile: Pick<PrinterProfile, "widthDots" | "language" | "starPictures">,
): readonly Printout[] {
  const printouts: Printout[] = [];
  const keep = (event: InterpreterEvent | StarEvent) => {
    if (event.kind === "printout") printouts.push(event.printout);
  };
  const { widthDots, language, starPictures = "line" } = profile;
  if (language === "star") {
    createStarInterpreter(widthDots, keep, starPictures).push(bytes);
    return printouts;
  }
  const interpreter = createInterpreter({ widthDots, onEvent: keep });
  interpreter.push(bytes);
  const torn = interpreter.tearOff();
  return torn === null ? printouts : [...printouts, torn];
}

function labelsOf(bytes: Uint8Array, speech: LabelSpeech): readonly PrintedLabel[] {
  const labels: PrintedLabel[] = [];
  createLabelInterpreter(speech, (event) => {
    if (event.kind === "label") labels.push(event.label);
  }).push(bytes);
  return labels;
}
