import { CsvError, parse } from "csv-parse/sync";
import { mostCsvRows, type CsvOutcome } from "#contract/csv.ts";
import { FileOutput } from "#contract/endpoint.ts";
import { fieldError, type FieldIssue } from "#kernel/errors.ts";

/** One row of a CSV: its number as a table shows it, and what it says by the columns' names. */
export interface CsvRow {
  readonly row: number;
  readonly cells: Readonly<Record<string, string>>;
}

/** Why a row is not taken. */
export type CsvReject = CsvOutcome["rejects"][number];

function wrong(message: string) {
  return fieldError({ path: "csv", code: "validation_error", message });
}

// What a table program would take for a formula; written with a quote before it, which is taken off again. So is what
// begins with quotes of its own before such a sign, or it would lose one of them.
const formulaLike = /^'*[=+\-@\t\r]/u;
const guarded = /^'(?='*[=+\-@\t\r])/u;

function recordsOf(csv: string): readonly (readonly string[])[] {
  try {
    return parse(csv, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true });
  } catch (error) {
    if (error instanceof CsvError)
      throw wrong(`is not of its form in line ${String(error["lines"])}`);
    throw error;
  }
}

function refuseHeader(
  header: readonly string[],
  columns: readonly string[],
  required: readonly string[],
): void {
  const unknown = header.find((name) => !columns.includes(name));
  if (unknown !== undefined)
    throw wrong(`has a column that is none of these: ${columns.join(", ")}`);
  const missing = required.find((name) => !header.includes(name));
  if (missing !== undefined) throw wrong(`lacks the column ${missing}`);
  if (new Set(header).size < header.length) throw wrong("has a column twice");
}

/**
 * The rows of a CSV whose first row names the columns, and those that have more or fewer values.
 * @throws AppError validation_error for `csv`: not of its form, other columns, or too many rows
 */
export function readCsv(
  csv: string,
  columns: readonly string[],
  required: readonly string[],
): { readonly rows: readonly CsvRow[]; readonly rejects: readonly CsvReject[] } {
  const [header = [], ...records] = recordsOf(csv);
  refuseHeader(header, columns, required);
  if (records.length > mostCsvRows)
    throw wrong(`has ${records.length} rows; at most ${mostCsvRows} are brought in at once`);
  const rows: CsvRow[] = [];
  const rejects: CsvReject[] = [];
  for (const [nth, values] of records.entries()) {
    const row = nth + 2;
    const count = `has ${values.length} values for ${header.length} columns`;
    if (values.length !== header.length)
      rejects.push({ row, field: "", code: "validation_error", message: count });
    else {
      const cells: Record<string, string> = {};
      for (const [place, name] of header.entries())
        cells[name] = (values[place] ?? "").replace(guarded, "");
      rows.push({ row, cells });
    }
  }
  return { rows, rejects };
}

/** What is wrong with a row's fields, as it is answered. */
export function rejectsOf(row: number, issues: readonly FieldIssue[]): readonly CsvReject[] {
  return issues.map(({ path, code, message }) => ({ row, field: path, code, message }));
}

/** What a cell says of a whole number; a text that is none stays one, for the field's own form to refuse. */
export function wholeNumber(cell: string): number | string {
  return /^-?\d{1,15}$/u.test(cell) ? Number(cell) : cell;
}

function quoted(value: string | number | boolean | null): string {
  const text = value === null ? "" : String(value);
  const shown = typeof value === "string" && formulaLike.test(text) ? `'${text}` : text;
  return /[",\n\r]|^\s|\s$/u.test(shown) ? `"${shown.replaceAll('"', '""')}"` : shown;
}

/** Rows as a CSV with the columns' names before them. */
export function csvFile(
  filename: string,
  columns: readonly string[],
  rows: readonly (readonly (string | number | boolean | null)[])[],
): FileOutput {
  const lines = [columns, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`);
  return new FileOutput("text/csv; charset=utf-8", Buffer.from(lines.join("")), { filename });
}
