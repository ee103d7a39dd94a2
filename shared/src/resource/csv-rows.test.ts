import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mostCsvRows } from "#contract/csv.ts";
import { csvFile, readCsv, wholeNumber } from "./csv-rows.ts";

const columns = ["code", "name", "price_minor"];

function refused(csv: string): unknown {
  try {
    readCsv(csv, columns, ["code"]);
    return null;
  } catch (error) {
    return error;
  }
}

function written(rows: readonly (readonly (string | number | null)[])[]): string {
  const { bytes } = csvFile("items.csv", columns, rows);
  if (!(bytes instanceof Uint8Array)) throw new Error("a CSV is whole");
  return Buffer.from(bytes).toString();
}

describe("rows of a CSV", () => {
  test("are told apart by the columns' names, in any order, with a mark of the byte order before them", () => {
    const csv = '\uFEFFname,code\r\n"Gauze, 10 cm",g-10\r\n\r\n';
    expect(readCsv(csv, columns, ["code"])).toEqual({
      rows: [{ row: 2, cells: { name: "Gauze, 10 cm", code: "g-10" } }],
      rejects: [],
    });
  });

  test("with more or fewer values are named, and leave the others as they are", () => {
    const { rows, rejects } = readCsv("code,name\na,A\nb\nc,C,9\nd,D\n", columns, ["code"]);
    expect(rows.map(({ row }) => row)).toEqual([2, 5]);
    expect(rejects.map(({ row }) => row)).toEqual([3, 4]);
  });

  test.each([
    ["colour", "code,colour\na,red\n"],
    ["the code", "name\nGauze\n"],
    ["a column once", "code,code\na,b\n"],
    ["its quotes", 'code,name\na,"Gauze\n'],
    ["its length", `code\n${"a\n".repeat(mostCsvRows + 1)}`],
    ["a first row", ""],
  ])("are refused as a whole where the file is wrong about %s", (_of, csv) => {
    expect(refused(csv)).toMatchObject({
      code: "validation_error",
      details: { fields: [{ path: "csv" }] },
    });
  });

  test("come back as they were written, whatever their texts, and are no formulas", () => {
    expect(written([["=1+1", "-a", -5]])).toBe("code,name,price_minor\r\n'=1+1,'-a,-5\r\n");
    const quoted = readCsv(written([["'-", "''=", 1]]), columns, ["code"]).rows[0];
    expect(quoted?.cells).toMatchObject({ code: "'-", name: "''=" });
    const text = fc.string({ unit: "grapheme", maxLength: 12 }).map((one) => one.trim());
    fc.assert(
      fc.property(text, text, fc.integer(), (code, name, price) => {
        fc.pre(code !== "" && !/[\0\r]/u.test(code + name));
        fc.pre(!code.includes("\uFEFF") && !name.includes("\uFEFF"));
        const [row] = readCsv(written([[code, name, price]]), columns, ["code"]).rows;
        expect(row?.cells).toEqual({ code, name, price_minor: String(price) });
      }),
    );
  });

  test("say whole numbers as such, and leave other texts for the field to refuse", () => {
    expect(["15", "-2", "1.5", "1e3", "", " 7"].map(wholeNumber)).toEqual([
      15,
      -2,
      "1.5",
      "1e3",
      "",
      " 7",
    ]);
  });
});
