import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { TextDecoder } from "node:util";
import { CsvError, parse } from "csv-parse";
import { CommandFailure, messageOf } from "../failure.ts";

/** How a spreadsheet export is written. */
export interface CsvForm {
  readonly delimiter: string;
  readonly encoding: "utf8" | "utf16le";
  /** The line on which the header stands: 2 where the first only names the separator. */
  readonly headerLine: number;
}

/** One row: the line it begins on, its number among the rows, its cells. */
export interface CsvRow {
  readonly line: number;
  readonly number: number;
  readonly cells: readonly string[];
}

/** What one pass over the whole file shows. */
export interface FileFacts {
  readonly sha256: string;
  /** About how many lines it has, to show how far a run is. */
  readonly lines: number;
  readonly form: CsvForm;
}

const delimiters = [",", ";", "\t", "|"] as const;
const sampleBytes = 64 * 1024;
const lineFeed = 0x0a;
const largestRow = 1024 * 1024;

function firstLine(text: string): string {
  return /^[^\r\n]*/u.exec(text)?.[0] ?? "";
}

function countOutsideQuotes(line: string, delimiter: string): number {
  return line.replaceAll(/"[^"]*"/gu, "").split(delimiter).length - 1;
}

/** How a file is written, from its beginning: byte order mark, a line `sep=;`, and what stands most often in the header. */
export function sniffForm(beginning: Uint8Array): CsvForm {
  const isWide = beginning[0] === 0xff && beginning[1] === 0xfe;
  const encoding = isWide ? "utf16le" : "utf8";
  const text = new TextDecoder(isWide ? "utf-16le" : "utf-8").decode(beginning);
  const named = /^sep=(.)\r?\n/iu.exec(text)?.[1];
  if (named !== undefined) return { delimiter: named, encoding, headerLine: 2 };
  const header = firstLine(text);
  const [best] = delimiters.toSorted(
    (one, other) => countOutsideQuotes(header, other) - countOutsideQuotes(header, one),
  );
  return { delimiter: best ?? ",", encoding, headerLine: 1 };
}

function decoderFor(form: CsvForm): TextDecoder {
  return new TextDecoder(form.encoding === "utf8" ? "utf-8" : "utf-16le", { fatal: true });
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Reads the file once: its hash, its length, how it is written. @throws CommandFailure for what cannot be read as text */
export async function inspectFile(path: string): Promise<FileFacts> {
  const hash = createHash("sha256");
  let lines = 1;
  let form: CsvForm | undefined;
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: sampleBytes })) {
      if (!(chunk instanceof Uint8Array)) continue;
      form ??= sniffForm(chunk);
      decoder ??= decoderFor(form);
      decoder.decode(chunk, { stream: true });
      hash.update(chunk);
      for (const byte of chunk) if (byte === lineFeed) lines += 1;
    }
    decoder?.decode();
  } catch (error) {
    if (error instanceof TypeError) {
      throw new CommandFailure(`${path} is not UTF-8 text; export it as "CSV UTF-8"`);
    }
    if (isMissing(error)) throw new CommandFailure(`there is no file ${path}`);
    throw new CommandFailure(`cannot read ${path}: ${messageOf(error)}`);
  }
  if (form === undefined) throw new CommandFailure(`${path} is empty`);
  return { sha256: hash.digest("hex"), lines, form };
}

interface Parsed {
  readonly record: readonly string[];
  readonly raw: string;
  readonly info: { readonly lines: number };
}

function isParsed(value: unknown): value is Parsed {
  return typeof value === "object" && value !== null && "record" in value && "raw" in value;
}

// The parser counts lines up to a record's end; a quoted cell may hold line breaks of its own.
function lineOf(parsed: Parsed): number {
  return parsed.info.lines - (parsed.raw.trim().match(/\r\n|\r|\n/gu)?.length ?? 0);
}

/** A cell without the mark by which spreadsheets take it for text: files of rejected rows have it, and so have some exports. */
function plainCell(cell: string): string {
  return /^'+[=+\-@\t\r]/u.test(cell) ? cell.slice(1) : cell;
}

/** The rows of a file one after another, the header first (as number 0). Empty lines are passed over. */
export async function* readRows(path: string, form: CsvForm): AsyncGenerator<CsvRow, void> {
  const parser = parse({
    bom: true,
    delimiter: form.delimiter,
    encoding: form.encoding,
    from_line: form.headerLine,
    info: true,
    max_record_size: largestRow,
    raw: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
  });
  const source = createReadStream(path);
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  let number = 0;
  try {
    for await (const item of parser) {
      const parsed: unknown = item;
      if (!isParsed(parsed) || parsed.record.every((cell) => cell === "")) continue;
      yield { line: lineOf(parsed), number, cells: parsed.record.map(plainCell) };
      number += 1;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandFailure(`${path} is not a well-formed CSV file: ${messageOf(error)}`);
  } finally {
    source.destroy();
  }
}
