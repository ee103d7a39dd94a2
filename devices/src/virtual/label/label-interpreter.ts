import type { LabelLanguage, LabelMedia } from "#label/label.ts";
import { createCpclInterpreter } from "#virtual/cpcl/interpreter.ts";
import { createEplInterpreter } from "#virtual/epl/interpreter.ts";
import type { LabelEvent, LabelInterpreter } from "./label-printout.ts";
import { createTsplInterpreter } from "#virtual/tspl/interpreter.ts";
import { createZplInterpreter } from "#virtual/zpl/interpreter.ts";

/** What a label printer speaks, and how fine its head is. */
export interface LabelSpeech {
  readonly language: LabelLanguage;
  readonly dpi: LabelMedia["dpi"];
}

/** A label printer of that language, just switched on. */
export function createLabelInterpreter(
  { language, dpi }: LabelSpeech,
  onEvent: (event: LabelEvent) => void,
): LabelInterpreter {
  switch (language) {
    case "zpl":
      return createZplInterpreter(onEvent);
    case "tspl":
      return createTsplInterpreter(dpi, onEvent);
    case "epl":
      return createEplInterpreter(onEvent);
    case "cpcl":
      return createCpclInterpreter(onEvent);
  }
}
