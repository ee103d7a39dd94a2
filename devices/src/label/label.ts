import type { SymbolSpec } from "#code/symbol.ts";

/** The languages in which labels are written. */
export const labelLanguages = ["zpl", "tspl", "epl", "cpcl"] as const;

/** One language of label printers. */
export type LabelLanguage = (typeof labelLanguages)[number];

/** Dots per inch of the print heads of label printers. */
export const labelResolutions = [203, 300] as const;

/** A label or a wristband, as it is read: its longer side may lie along the paper's way. */
export interface LabelMedia {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly dpi: (typeof labelResolutions)[number];
  /** Whether it is read with the head tilted: a band comes out of the printer narrow end first. */
  readonly isTurned: boolean;
}

/** A rectangle on a label, in millimetres from its upper left corner. */
export interface LabelArea {
  readonly leftMm: number;
  readonly topMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** One paragraph on a label. */
export interface LabelText {
  readonly text: string;
  /** Height of the type; all of an area shrink together, by a third at most, where they do not fit. */
  readonly sizeMm: number;
  readonly isBold?: boolean;
  readonly align?: "left" | "center" | "right";
  /** Lines after which it ends in an ellipsis; without a limit all of it must fit. */
  readonly maxLines?: number;
}

/** One element of a label. */
export type LabelItem =
  | { readonly kind: "texts"; readonly area: LabelArea; readonly texts: readonly LabelText[] }
  | {
      readonly kind: "code";
      readonly area: LabelArea;
      readonly symbol: SymbolSpec;
      /** The largest its modules may be. */
      readonly moduleMm: number;
    };

/** A label to be printed. */
export interface Label {
  readonly media: LabelMedia;
  readonly items: readonly LabelItem[];
}

// Heads of 203 dpi have 8 dots a millimetre, those of 300 dpi 11.8.
const dotsPerMm = { 203: 8, 300: 11.8 } as const;

/** A length on the label in whole dots of its print head. */
export function labelDots(media: Pick<LabelMedia, "dpi">, mm: number): number {
  return Math.round(mm * dotsPerMm[media.dpi]);
}
