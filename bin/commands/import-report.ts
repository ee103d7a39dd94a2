import { closeSync, openSync, writeSync } from "node:fs";
import { columnsOf, counted } from "../terminal.ts";
import type { ColumnMap } from "./import-columns.ts";
import type { CsvRow } from "./import-csv.ts";
import type { RowFault } from "./import-patient.ts";
import type { Tally } from "./import-run.ts";

/** A file of rejected rows as they came, with a last column that says why. */
export interface RejectsFile {
  write(cells: readonly string[], reason: string): void;
  close(): void;
}

/** A cell as CSV writes it; what a spreadsheet would run as a formula is marked as text, see `plainCell`. */
function csvCell(given: string): string {
  const text = /^'*[=+\-@\t\r]/u.test(given) ? `'${given}` : given;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Opens a file for rejected rows, readable by its owner alone: it holds patients' details. */
export function openRejects(path: string, header: readonly string[]): RejectsFile {
  const file = openSync(path, "w", 0o600);
  const write = (cells: readonly string[]) =>
    writeSync(file, `${cells.map(csvCell).join(",")}\r\n`);
  write([...header, "reason"]);
  return {
    // A short row is filled up, so that the reason always stands in its own column.
    write: (cells, reason) => {
      write([...header.map((_, index) => cells[index] ?? ""), reason]);
    },
    close: () => closeSync(file),
  };
}

/** A row's faults as one sentence for the file of rejects. */
function reasonOf(faults: readonly RowFault[]): string {
  return faults
    .map(({ field, reason }) => (field === "" ? reason : `${field}: ${reason}`))
    .join("; ");
}

/** Which column went where, a line each. */
export function mappingLines(header: readonly string[], map: ColumnMap): readonly string[] {
  return [...map].map(([field, places]) => {
    const titles = places.map((place) => header[place] ?? "").join(" + ");
    return `  ${titles} → ${field}`;
  });
}

const meanings: Readonly<Record<string, string>> = {
  guardian_missing: "children without a guardian",
  guardian_without_phone: "guardians left out for want of a telephone number",
  gender_missing: "without a gender, taken as unknown",
  two_digit_year: "birth years of two digits, taken as the latest possible",
  possible_duplicate: "who may be registered under another number",
};

function warningLines(tally: Tally): readonly string[] {
  return [...tally.warnings].map(
    ([code, count]) => `  ${counted(count)} ${meanings[code] ?? code}`,
  );
}

function rejectLines(tally: Tally): readonly string[] {
  if (tally.rejects.length === 0) return [];
  const rows = tally.rejects.map(({ line, field, reason }) => [String(line), field, reason]);
  return ["", columnsOf(["LINE", "FIELD", "REASON"], rows)];
}

/** What an import did, for a person. */
export function reportLines(tally: Tally, isDryRun: boolean): readonly string[] {
  const fit = tally.rows - tally.rejectedRows;
  const counts = isDryRun
    ? [`  ${counted(fit)} fit to be imported (nothing was sent)`]
    : [
        `  ${counted(tally.registered)} registered`,
        `  ${counted(tally.present)} already there`,
        ...(tally.resumed === 0
          ? []
          : [`  ${counted(tally.resumed)} in since the run that was cut off`]),
      ];
  return [
    `${counted(tally.rows)} rows`,
    ...counts,
    `  ${counted(tally.rejectedRows)} rejected`,
    ...(tally.warnings.size === 0 ? [] : ["of them", ...warningLines(tally)]),
    ...rejectLines(tally),
  ];
}

/** How far an import is, on one line. `share` goes from 0 to 1. */
export function progressLine(tally: Tally, share: number): string {
  const width = 30;
  const filled = Math.min(width, Math.round(share * width));
  const bar = "█".repeat(filled) + "░".repeat(width - filled);
  const rejected = tally.rejectedRows === 0 ? "" : `, ${counted(tally.rejectedRows)} rejected`;
  return `${bar} ${Math.floor(share * 100)} %  ${counted(tally.rows)} rows${rejected}`;
}

/** One rejected row, written where rejects are kept. */
export function keepReject(
  file: RejectsFile | null,
  row: CsvRow,
  faults: readonly RowFault[],
): void {
  file?.write(row.cells, reasonOf(faults));
}
