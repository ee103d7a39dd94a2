import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CommandFailure } from "../failure.ts";
import { inspectFile, readRows, sniffForm } from "./import-csv.ts";
import { openRejects } from "./import-report.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "edgeward-csv-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function rowsOf(path: string) {
  const { form } = await inspectFile(path);
  const rows: { line: number; number: number; cells: readonly string[] }[] = [];
  for await (const row of readRows(path, form)) rows.push(row);
  return rows;
}

const sniffed = (text: string) => sniffForm(new TextEncoder().encode(text));

describe("how a file is written is seen from its beginning", () => {
  test.each([
    ["commas", "name,dob,phone\n", ","],
    ["semicolons, as European spreadsheets write", "name;dob;phone\r\n", ";"],
    ["tabs", "name\tdob\tphone\n", "\t"],
    ["semicolons although quoted titles hold commas", '"name, full";"born, when"\n', ";"],
    ["a single column", "name\nAsha\n", ","],
  ])("%s", (_what, text, delimiter) => {
    expect(sniffed(text)).toEqual({ delimiter, encoding: "utf8", headerLine: 1 });
  });

  test("a first line that names the separator is believed and left out", () => {
    expect(sniffed("sep=|\r\nname|dob\r\n")).toEqual({
      delimiter: "|",
      encoding: "utf8",
      headerLine: 2,
    });
  });
});

test("a byte order mark, CRLF, quotes and blank lines do not reach the cells", async () => {
  const path = fileOf(
    "plain.csv",
    '\uFEFFname,note\r\n"Rao, Asha","says ""hi"""\r\n\r\n,\r\nBina,\r\n',
  );
  expect(await rowsOf(path)).toEqual([
    { line: 1, number: 0, cells: ["name", "note"] },
    { line: 2, number: 1, cells: ["Rao, Asha", 'says "hi"'] },
    { line: 5, number: 2, cells: ["Bina", ""] },
  ]);
});

test("a row keeps the line it begins on where cells hold line breaks", async () => {
  const path = fileOf("lines.csv", 'name,address\nAsha,"12 MG Road\nPune"\nBina,x\n');
  expect((await rowsOf(path)).map(({ line }) => line)).toEqual([1, 2, 4]);
});

test("lines are those of the file, also below a line that names the separator", async () => {
  const path = fileOf("sep.csv", "sep=;\r\nname;dob\r\nAsha;1990-01-01\r\n");
  expect(await rowsOf(path)).toEqual([
    { line: 2, number: 0, cells: ["name", "dob"] },
    { line: 3, number: 1, cells: ["Asha", "1990-01-01"] },
  ]);
});

test("the Unicode text that spreadsheets write is read", async () => {
  const path = fileOf("wide.txt", Buffer.from("\uFEFFname\tcity\r\nआशा\tपुणे\r\n", "utf16le"));
  expect((await rowsOf(path)).map(({ cells }) => cells)).toEqual([
    ["name", "city"],
    ["आशा", "पुणे"],
  ]);
});

test("a file in an old code page is refused with what to do, not read wrongly", async () => {
  const path = fileOf("latin1.csv", Buffer.from([0x6e, 0x0a, 0x4a, 0xf6, 0x72, 0x67, 0x0a]));
  await expect(inspectFile(path)).rejects.toThrow(/is not UTF-8 text; export it as "CSV UTF-8"/);
});

test("a file that is missing or empty is refused in one line", async () => {
  await expect(inspectFile(join(folder, "none.csv"))).rejects.toThrow(CommandFailure);
  await expect(inspectFile(fileOf("empty.csv", ""))).rejects.toThrow(/is empty/);
});

test("a quote that never closes names the place instead of swallowing the rest", async () => {
  const path = fileOf("quote.csv", 'name,city\n"Asha,Pune\nBina,Delhi\n');
  await expect(rowsOf(path)).rejects.toThrow(/not a well-formed CSV file: Quote Not Closed.*line/);
});

test("what a spreadsheet would run goes out as text and comes back as it was", async () => {
  const cells = ["=1+1", "+919812345678", "-5", "@sum", "\t=x", "'=x", "Asha", "'Asha", ""];
  const path = join(folder, "rejected.csv");
  const rejects = openRejects(path, ["a", "b", "c", "d", "e", "f", "g", "h", "i"]);
  rejects.write(cells, "=why");
  rejects.close();
  const text = readFileSync(path, "utf8");
  expect(text.split("\r\n")[1]).toBe("'=1+1,'+919812345678,'-5,'@sum,'\t=x,''=x,Asha,'Asha,,'=why");
  const [, row] = await rowsOf(path);
  expect(row?.cells).toEqual([...cells, "=why"]);
});
