import { describe, expect, test } from "vitest";
import { cellOf, guessColumns, mapColumns, titleKey, unusedColumns } from "./import-columns.ts";

function titled(header: readonly string[], mappings: readonly string[] = []) {
  const map = mapColumns(header, mappings);
  return Object.fromEntries(
    [...map].map(([field, places]) => [field, places.map((place) => header[place])]),
  );
}

describe("columns are known by their titles", () => {
  test("of a research export", () => {
    const header =
      "id,mrn,given,family,gender,birth_date,deceased,phone,line,city,state,postal".split(",");
    expect(titled(header)).toEqual({
      mrn: ["mrn"],
      name: ["given", "family"],
      gender: ["gender"],
      dob: ["birth_date"],
      deceased_at: ["deceased"],
      phone: ["phone"],
      "address.line1": ["line"],
      "address.city": ["city"],
      "address.state": ["state"],
      "address.postal_code": ["postal"],
    });
    expect(unusedColumns(header, mapColumns(header, []))).toEqual(["id"]);
  });

  test("of a clinic's register", () => {
    const header = [
      "Sl No",
      "UHID",
      "Patient's Name",
      "Sex",
      "Age (Yrs)",
      "Mobile No.",
      "Pin Code",
      "Father's Name",
    ];
    expect(titled(header, ["name=Patient's Name"])).toEqual({
      mrn: ["UHID"],
      name: ["Patient's Name"],
      gender: ["Sex"],
      age_years: ["Age (Yrs)"],
      phone: ["Mobile No."],
      "address.postal_code": ["Pin Code"],
      "guardian.name": ["Father's Name"],
    });
  });

  test("of a program that writes them in one word", () => {
    expect(titled(["PatientName", "dateOfBirth", "Middle"])).toEqual({
      name: ["PatientName"],
      dob: ["dateOfBirth"],
    });
  });

  test("an id is the record number only where nothing better is there", () => {
    expect(titled(["id", "name"])["mrn"]).toEqual(["id"]);
    expect(titled(["id", "name", "File No"])["mrn"]).toEqual(["File No"]);
  });

  test("a column of Aadhaar numbers is never taken for anything", () => {
    const header = ["Name", "Aadhaar No"];
    expect([...guessColumns(header).values()].flat()).not.toContain(1);
  });
});

describe("what is said explicitly wins over a guess", () => {
  const header = ["ref", "first", "last", "name", "a+b"];

  test("columns can be joined, in the order given", () => {
    const map = mapColumns(header, ["name=last+first", "mrn=ref"]);
    const cells = ["7", " Asha ", "Rao", "ignored", ""];
    expect(cellOf(map, cells, "name")).toBe("Rao Asha");
    expect(cellOf(map, cells, "mrn")).toBe("7");
  });

  test("joining leaves out what is empty, also cells that the row lacks", () => {
    const map = mapColumns(header, ["name=first+last"]);
    expect(cellOf(map, ["7", "", "Rao"], "name")).toBe("Rao");
    expect(cellOf(map, ["7"], "name")).toBe("");
  });

  test("a title with a plus sign in it is one column", () => {
    expect(titled(header, ["email=a+b"])["email"]).toEqual(["a+b"]);
  });

  test("a field can be left out", () => {
    expect(mapColumns(["name", "phone"], ["phone="]).has("phone")).toBe(false);
  });

  test.each([
    ["mrn=nothing", /no column "nothing"; the file has ref, first/],
    ["height=ref", /the field one of mrn, name/],
    ["aadhaar=ref", /the field one of mrn, name/],
    ["mrn", /--map wants field=column/],
  ])("%s is refused with what there is", (mapping, message) => {
    expect(() => mapColumns(header, [mapping])).toThrow(message);
  });

  test("without a name there is no patient", () => {
    expect(() => mapColumns(["ref", "dob"], [])).toThrow(/--map name=COLUMN/);
  });
});

test("titles are compared by their words", () => {
  expect(titleKey("  Patient_Name ")).toBe("patient name");
  expect(titleKey("DateOfBirth")).toBe("date of birth");
  expect(titleKey("Father's name")).toBe("fathers name");
});
