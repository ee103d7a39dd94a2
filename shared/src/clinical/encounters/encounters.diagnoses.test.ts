import { describe, expect, test } from "vitest";
import type { Diagnosis } from "./encounter-parts.contract.ts";
import { diagnosedBy, undiagnosed } from "./encounters.diagnoses.ts";

function diagnosis(code: string, rank: number, rest: Partial<Diagnosis> = {}): Diagnosis {
  return { code, system: "icd10", use: "final", rank, ...rest };
}

const asthma = diagnosedBy(undiagnosed, { diagnosis_code: "J45" });
const both = diagnosedBy(undiagnosed, { diagnoses: [diagnosis("E11.9", 2), diagnosis("J45", 1)] });

describe("the code and the list of diagnoses", () => {
  test("agree after the code is given", () => {
    expect(asthma).toEqual({
      diagnosis_code: "J45",
      diagnosis_system: "icd10",
      diagnoses: [{ code: "J45", system: "icd10", use: "provisional", rank: 1 }],
    });
  });

  test("agree after the list is given", () => {
    expect(both.diagnosis_code).toBe("J45");
    const snomed = [diagnosis("195967001", 1, { system: "snomed" })];
    const changed = diagnosedBy(both, { diagnoses: snomed });
    expect(changed).toMatchObject({ diagnosis_code: "195967001", diagnosis_system: "snomed" });
  });

  test("keep the other diagnoses when only the code changes", () => {
    const changed = diagnosedBy(both, { diagnosis_code: "I10" });
    expect(changed.diagnoses.map(({ code, rank }) => [code, rank])).toEqual([
      ["I10", 1],
      ["E11.9", 2],
    ]);
  });

  test("let what was repeated give way to what was changed", () => {
    const repeatedList = { diagnosis_code: "I10", diagnoses: both.diagnoses };
    expect(diagnosedBy(both, repeatedList).diagnosis_code).toBe("I10");
    const repeatedCode = { diagnosis_code: "J45", diagnoses: [diagnosis("I10", 1)] };
    expect(diagnosedBy(both, repeatedCode).diagnosis_code).toBe("I10");
  });

  test("are refused when both change and differ", () => {
    const input = { diagnosis_code: "I10", diagnoses: [diagnosis("E11.9", 1)] };
    expect(() => diagnosedBy(asthma, input)).toThrow("differs from the diagnosis of rank 1");
  });

  test("stay the very same when a body repeats them, whatever the order of its members", () => {
    const repeated = both.diagnoses.map(({ code, system, use, rank }) => ({
      rank,
      use,
      system,
      code,
    }));
    expect(diagnosedBy(both, { diagnosis_code: "J45", diagnoses: repeated })).toBe(both);
    expect(diagnosedBy(both, {})).toBe(both);
  });

  test("can be cleared while there is only one", () => {
    expect(diagnosedBy(asthma, { diagnosis_code: null })).toEqual(undiagnosed);
    expect(() => diagnosedBy(both, { diagnosis_code: null })).toThrow("diagnosis_code");
    expect(diagnosedBy(both, { diagnoses: [] })).toEqual(undiagnosed);
  });

  test.each([[[2]], [[1, 1]], [[2, 3]]])("have exactly one of rank 1, not ranks %j", (ranks) => {
    const diagnoses = ranks.map((rank, index) => diagnosis(`I1${index}`, rank));
    expect(() => diagnosedBy(undiagnosed, { diagnoses })).toThrow("exactly one must have rank 1");
  });
});

describe("a code has the form of its system", () => {
  test.each([
    ["icd10", "E11.9"],
    ["icd10", "U07.1"],
    ["icd11", "5A11"],
    ["icd11", "MG30.51"],
    ["icd11", "2C25.Z&XS9R"],
    ["snomed", "195967001"],
  ] as const)("%s takes %s", (system, code) => {
    const input = { diagnosis_code: code, diagnosis_system: system };
    expect(diagnosedBy(undiagnosed, input).diagnosis_code).toBe(code);
  });

  test.each([
    ["icd10", "E1"],
    ["icd10", "195967001"],
    ["icd11", "E11.9.1"],
    ["snomed", "195967002"],
    ["snomed", "12345"],
  ] as const)("%s does not take %s", (system, code) => {
    const input = { diagnosis_code: code, diagnosis_system: system };
    expect(() => diagnosedBy(undiagnosed, input)).toThrow(`is not a code of ${system}`);
  });

  test("also when only the system changes", () => {
    expect(() => diagnosedBy(asthma, { diagnosis_system: "snomed" })).toThrow(
      "is not a code of snomed",
    );
  });
});
