import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { codePointsOfWoff } from "./font-coverage.ts";

/** The environment variable that names a folder of fonts beside the shipped ones. */
export const fontsVariable = "EDGEWARD_FONTS";

/** A font of a clinic's own, which draws what no shipped one can. */
export interface AddedFont {
  /** By which the canvas knows it: the same for the regular and the bold file of one font. */
  readonly family: string;
  readonly bytes: Buffer;
  readonly codePoints: ReadonlySet<number>;
}

/** Why a font, or the folder of them, is not used. */
export interface FontFault {
  readonly code: "no_folder" | "no_font" | "not_woff";
  /** The file; empty for the folder. */
  readonly file: string;
}

// As the packages of Fontsource name them: regular and bold, of all weights and slopes that they hold.
const usedName = /^(?<font>.+)-(?:400|700)-normal\.woff$/u;

function filesIn(folder: string): readonly string[] | null {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  } catch {
    return null;
  }
}

/**
 * The fonts of a folder: every `…-400-normal.woff` and `…-700-normal.woff` in it, however deep. One that cannot be read is
 * left out and named, for the others draw without it.
 */
export function addedFonts(folder: string): {
  readonly fonts: readonly AddedFont[];
  readonly faults: readonly FontFault[];
} {
  const files = filesIn(folder);
  if (files === null) return { fonts: [], faults: [{ code: "no_folder", file: "" }] };
  const fonts: AddedFont[] = [];
  const faults: FontFault[] = [];
  for (const file of files) {
    const font = usedName.exec(basename(file))?.groups?.["font"];
    if (font === undefined) continue;
    try {
      const bytes = readFileSync(join(folder, file));
      const codePoints = codePointsOfWoff(bytes);
      fonts.push({
        family: `Edgeward added ${font.replaceAll(/[^\w-]/gu, " ")}`,
        bytes,
        codePoints,
      });
    } catch {
      faults.push({ code: "not_woff", file });
    }
  }
  if (fonts.length === 0 && faults.length === 0) faults.push({ code: "no_font", file: "" });
  return { fonts, faults };
}
