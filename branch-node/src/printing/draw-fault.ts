import { slipErrors } from "@edgeward/devices/text/slip-error.ts";
import type {
  PrintFault,
  PrintJobRow,
} from "@edgeward/shared/clinical/print-jobs/print-jobs.table.ts";
import type { DrawFailure, DrawnJob } from "./job-parts.ts";

const otherReasons: Readonly<Record<Exclude<DrawFailure, keyof typeof slipErrors>, string>> = {
  unknown_template: "This kind of document is not known here",
  unreadable_data: "The document's data is not what its type says",
  unknown_language: "The printer's language is not spoken here",
  drawing_failed: "The document could not be drawn, for a reason that the node's log holds",
};

function reasonText(failure: DrawFailure): string {
  const words: Readonly<Record<DrawFailure, string>> = { ...slipErrors, ...otherReasons };
  return words[failure];
}

interface TextField {
  readonly path: string;
  readonly text: string;
}

function textsIn(value: unknown, path: string): readonly TextField[] {
  if (typeof value === "string") return [{ path, text: value.normalize("NFC") }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, `${path}.${name}`));
}

/** The texts of a job by the names that callers know them under: of `data`, or of the `template`. */
function fieldsOf(data: PrintJobRow["data"]): readonly TextField[] {
  const { letterhead, document, ...slip } = data;
  return [...textsIn(document ?? slip, "data"), ...textsIn(letterhead, "template")];
}

function characterOf(about: string): string | null {
  const [, code] = /^U\+([0-9A-F]{4,6})\b/u.exec(about) ?? [];
  return code === undefined ? null : String.fromCodePoint(Number.parseInt(code, 16));
}

function faultyFields(
  data: PrintJobRow["data"],
  failure: DrawFailure,
  about: readonly string[],
): PrintFault["fields"] {
  const code = "not_printable";
  if (failure === "unreadable_logo") {
    return [{ path: "template.logo_png", code, message: slipErrors[failure] }];
  }
  if (failure !== "missing_glyph") return [];
  return fieldsOf(data).flatMap(({ path, text }) => {
    const missing = about.filter((each) => text.includes(characterOf(each) ?? "\0"));
    const message = `has characters that no font here has: ${missing.join(", ")}`;
    return missing.length === 0 ? [] : [{ path, code, message }];
  });
}

/** Why a job cannot be drawn, for people and programs: which characters or codes, and in which fields; never a text. */
export function drawFault(
  { data }: Pick<PrintJobRow, "data">,
  { failure, about = [] }: Extract<DrawnJob, { failure: unknown }>,
): PrintFault {
  const message = [reasonText(failure), about.join(", ")].filter((part) => part !== "").join(": ");
  return { reason: failure, message, about, fields: faultyFields(data, failure, about) };
}
