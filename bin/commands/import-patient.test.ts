import { describe, expect, test } from "vitest";
import { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { ImportField } from "./import-columns.ts";
import { readPatient, type ReadingRules } from "./import-patient.ts";

const india: ReadingRules = { country: "IN", dates: "day-first", today: "2026-11-21" };
const america: ReadingRules = { country: "US", dates: "month-first", today: "2026-11-21" };

function read(cells: Partial<Record<ImportField, string>>, rules = india) {
  const whole: Partial<Record<ImportField, string>> = {
    name: "Asha Rao",
    gender: "F",
    dob: "03/04/1990",
    ...cells,
  };
  return readPatient((field) => whole[field] ?? "", rules);
}

test("a whole row becomes a body that the contract takes", () => {
  const reading = read({
    mrn: "OP/4711",
    phone: "98230 12345",
    email: "asha@example.org",
    abha_id: "91-2345-6789-0123",
    "address.line1": "12 MG Road",
    "address.city": "Pune",
    "address.postal_code": "411 001",
    blood_group: "O Positive",
    marital_status: "Widow",
    "guardian.name": "Ravi Rao",
    "guardian.phone": "9823012346",
    voter_id: "ABC1234567",
  });
  expect(reading).toMatchObject({ faults: [], notes: [] });
  expect(createPatientBody.parse(reading.body)).toEqual({
    name: "Asha Rao",
    gender: "female",
    dob: "1990-04-03",
    phone: "+919823012345",
    email: "asha@example.org",
    abha_id: "91-2345-6789-0123",
    address: { line1: "12 MG Road", city: "Pune", postal_code: "411001", country: "IN" },
    blood_group: "O+",
    marital_status: "widowed",
    emergency_contact: { name: "Ravi Rao", relationship: "other", phone: "+919823012346" },
    identifiers: [
      { type: "mrn", value: "OP/4711" },
      { type: "voter_id", value: "ABC1234567" },
    ],
  });
});

describe("gender", () => {
  test.each([
    ["M", "male"],
    ["Female", "female"],
    ["महिला", "female"],
    ["TG", "other"],
    ["u", "unknown"],
  ])("%s is %s", (word, gender) => {
    expect(read({ gender: word })).toMatchObject({ body: { gender }, faults: [], notes: [] });
  });

  test("none is unknown and noted; a strange word keeps the row out", () => {
    expect(read({ gender: "" })).toMatchObject({
      body: { gender: "unknown" },
      faults: [],
      notes: ["gender_missing"],
    });
    expect(read({ gender: "xyz" }).faults).toEqual([
      { field: "gender", reason: "is not a word for a gender" },
    ]);
  });
});

describe("birth", () => {
  test("the country says which number is the day", () => {
    expect(read({}, america).body.dob).toBe("1990-03-04");
    expect(read({}, india).body.dob).toBe("1990-04-03");
  });

  test("an age serves where there is no date", () => {
    expect(read({ dob: "N/A", age_years: "45 yrs" })).toMatchObject({
      body: { age_years: 45 },
      faults: [],
    });
    expect(read({ dob: "", age_years: "six" }).faults).toEqual([
      { field: "age_years", reason: "is not a number of years" },
    ]);
  });

  test("neither keeps the row out", () => {
    expect(read({ dob: "-" }).faults).toEqual([
      { field: "dob", reason: "is missing, and so is the age" },
    ]);
  });

  test("a year of two digits is noted", () => {
    expect(read({ dob: "03/04/90" })).toMatchObject({
      body: { dob: "1990-04-03" },
      notes: ["two_digit_year"],
    });
  });
});

describe("telephone", () => {
  test("is read with the country given, not the branch's", () => {
    expect(read({ phone: "555-806-9773" }, america).body.phone).toBe("+15558069773");
    expect(read({ phone: "+44 20 7946 0958" }, america).body.phone).toBe("+442079460958");
  });

  test("two numbers in a cell are the number and another", () => {
    expect(read({ phone: "9823012345 / 020-26123456" }).body).toMatchObject({
      phone: "+919823012345",
      alternate_phone: "+912026123456",
    });
  });

  test.each(["12345", "9.823E+09", "call son"])("%s keeps the row out", (phone) => {
    expect(read({ phone }).faults).toEqual([
      { field: "phone", reason: "is not a telephone number, national or +country" },
    ]);
  });
});

describe("a guardian", () => {
  const child = { dob: "01/02/2020", "guardian.name": "Ravi" };

  test("of a child is reached at the number in its row, or at their own", () => {
    expect(read({ ...child, phone: "9823012345" }).body.emergency_contact).toEqual({
      name: "Ravi",
      relationship: "guardian",
      phone: "+919823012345",
    });
    expect(
      read({ ...child, phone: "9823012345", "guardian.phone": "9823012346" }).body
        .emergency_contact,
    ).toMatchObject({
      phone: "+919823012346",
    });
  });

  test("of a child whom no number reaches is noted, and keeps nobody out", () => {
    expect(read({ ...child, "guardian.phone": "12" })).toMatchObject({
      faults: [],
      notes: ["guardian_without_phone"],
    });
  });

  test("of a grown-up is nobody to call, where no number of theirs is known", () => {
    const reading = read({ "guardian.name": "Ravi", phone: "9823012345" });
    expect(reading).toMatchObject({ faults: [], notes: [] });
    expect(reading.body.emergency_contact).toBeUndefined();
  });
});

describe("postal code", () => {
  test("zeros stand for no PIN code in India, and are kept as they are elsewhere", () => {
    expect(read({ "address.postal_code": "000000", "address.city": "Pune" }).body.address).toEqual({
      city: "Pune",
      country: "IN",
    });
    const { body } = read({ "address.postal_code": "00000" }, america);
    expect(createPatientBody.parse(body).address).toMatchObject({
      postal_code: "00000",
      country: "US",
    });
  });
});

describe("death", () => {
  test.each([
    ["", {}],
    ["No", {}],
    ["yes", { is_deceased: true }],
    ["1978-01-01T16:42:19-05:00", { is_deceased: true, deceased_at: "1978-01-01T16:42:19-05:00" }],
    ["01/02/2020", { is_deceased: true, deceased_at: "2020-02-01T12:00:00Z" }],
  ])("%s", (text, expected) => {
    const { body, faults } = read({ deceased_at: text });
    expect(faults).toEqual([]);
    expect({ is_deceased: body.is_deceased, deceased_at: body.deceased_at }).toEqual(expected);
  });

  test("something else keeps the row out", () => {
    expect(read({ deceased_at: "perhaps" }).faults).toMatchObject([{ field: "deceased_at" }]);
  });
});

test("every fault of a row is reported at once", () => {
  const { faults } = read({ name: "", gender: "xyz", dob: "31/02/1990", phone: "1" });
  expect(faults.map(({ field }) => field)).toEqual(["name", "gender", "dob", "phone"]);
});
