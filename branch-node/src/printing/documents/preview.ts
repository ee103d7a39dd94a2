import type { PrinterProfile } from "@edgeward/devices/printer/profile.ts";
import {
  createInterpreter,
  type InterpreterEvent,
} from "@edgeward/devices/virtual/escpos/interpreter.ts";
import type { Paper } from "@edgeward/devices/virtual/paper.ts";
import { renderPaper } from "@edgeward/devices/virtual/render.ts";
import {
  createLabelInterpreter,
  type LabelSpeech,
} from "@edgeward/devices/virtual/label/label-interpreter.ts";
import { renderLabel, type PrintedLabel } from "@edgeward/devices/virtual/label/label-paper.ts";
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
    papersOf(bytes, medium.profile).map((paper) => renderPaper(paper, { widthDots })),
  );
}

function papersOf(
  bytes: Uint8Array,
  { widthDots, language }: Pick<PrinterProfile, "widthDots" | "language">,
): readonly Paper[] {
  const papers: Paper[] = [];
  const keep = (event: InterpreterEvent | StarEvent) => {
    if (event.kind === "paper") papers.push(event.paper);
  };
  const interpreter =
    language === "star"
      ? createStarInterpreter(widthDots, keep)
      : createInterpreter({ widthDots, onEvent: keep });
  interpreter.push(bytes);
  return papers;
}

function labelsOf(bytes: Uint8Array, speech: LabelSpeech): readonly PrintedLabel[] {
  const labels: PrintedLabel[] = [];
  createLabelInterpreter(speech, (event) => {
    if (event.kind === "label") labels.push(event.label);
  }).push(bytes);
  return labels;
}
