import { buildCpcl, unfinishedCpclFiller } from "#printer/cpcl/builder.ts";
import { buildEpl } from "#printer/epl/builder.ts";
import type { Label, LabelLanguage } from "./label.ts";
import { unfinishedLabelFiller } from "./picture-pieces.ts";
import { buildTspl } from "#printer/tspl/builder.ts";
import { buildZpl } from "#printer/zpl/builder.ts";

/** A label and how it is to be printed. */
export interface LabelJob {
  readonly label: Label;
  readonly language: LabelLanguage;
  readonly copies: number;
}

/**
 * The bytes of a label in a printer's language, the number of copies included.
 * Throws {@link SlipError} `does_not_fit`, `missing_glyph` or `bad_code`.
 */
export function buildLabel({ label, language, copies }: LabelJob): Uint8Array {
  switch (language) {
    case "zpl":
      return buildZpl(label, { copies });
    case "tspl":
      return buildTspl(label, { copies });
    case "epl":
      return buildEpl(label, { copies });
    case "cpcl":
      return buildCpcl(label, { copies });
  }
}

/**
 * What is sent to a printer of that language before the next label when the last one may have broken off; null for ZPL, of
 * which every label begins anew.
 */
export function labelFillerAfterBreak(language: LabelLanguage): Uint8Array | null {
  switch (language) {
    case "zpl":
      return null;
    case "tspl":
    case "epl":
      return unfinishedLabelFiller;
    case "cpcl":
      return unfinishedCpclFiller;
  }
}
