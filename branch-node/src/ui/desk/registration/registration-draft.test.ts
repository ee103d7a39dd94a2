import { describe, expect, test } from "vitest";
import { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import {
  asksForGuardian,
  draftFaults,
  duplicateTerms,
  emptyDraft,
  faultsFromServer,
  isChild,
  registrationBody,
  typedBirthFault,
} from "./registration-draft.ts";

const today = "2026-11-21";
const ravi = { ...emptyDraft, name: "Ravi Kumar", dob: "12/03/1988", gender: "male" };
const child = { ...emptyDraft, name: "Asha", age: "7", gender: "female" };

describe("what is wrong with a registration form", () => {
  test("is name, birth and gender when nothing was typed", () => {
    expect(Object.keys(draftFaults(emptyDraft, today))).toEqual(["name", "dob", "gender"]);
  });

  test("is nothing once they are given, by birth date or by age", () => {
    expect(draftFaults(ravi, today)).toEqual({});
    expect(draftFaults({ ...ravi, dob: "", age: "38" }, today)).toEqual({});
  });

  test("is the birth date, even when an age stands beside it", () => {
    expect(draftFaults({ ...ravi, dob: "31/02/1988", age: "38" }, today)).toEqual({
      dob: { id: "register.fault.dob" },
    });
  });

  test("is said of a birth date as soon as it has been typed to its end", () => {
    expect(typedBirthFault("31/02/19", today)).toBeNull();
    expect(typedBirthFault("31/02/1988", today)).toBe("register.fault.dob");
    expect(typedBirthFault("22112026", today)).toBe("register.fault.dobToCome");
    expect(typedBirthFault("01/01/1899", today)).toBe("register.fault.dobTooOld");
    expect(typedBirthFault("21/11/2026", today)).toBeNull();
  });

  test("is the number of a payer who was named without one", () => {
    expect(draftFaults({ ...ravi, payer: "cghs" }, today)).toHaveProperty("payerNumber");
    expect(draftFaults({ ...ravi, payer: "cghs", payerNumber: "71" }, today)).toEqual({});
  });

  test("is the missing guardian of a child", () => {
    expect(isChild(child, today)).toBe(true);
    expect(Object.keys(draftFaults(child, today))).toEqual(["guardianName", "guardianPhone"]);
  });

  test("does not ask for a guardian while the year is still being typed", () => {
    const steps = ["170819", "1708197", "17081971"].map((dob) => ({ ...ravi, dob }));
    expect(steps.map((draft) => asksForGuardian(draft, today))).toEqual([false, false, false]);
    expect(asksForGuardian({ ...ravi, dob: "17082019" }, today)).toBe(true);
    expect(asksForGuardian(child, today)).toBe(true);
  });

  test("is an ABHA number without fourteen digits", () => {
    expect(draftFaults({ ...ravi, abhaId: "91-1234" }, today)).toHaveProperty("abhaId");
    expect(draftFaults({ ...ravi, abhaId: "91-1234-5678-9012" }, today)).toEqual({});
  });
});

describe("the request that registers a patient", () => {
  test("carries only what was given, in a form that the contract takes", () => {
    const body = registrationBody({ ...ravi, phone: "९८७६५ ४३२१०", city: " Pune " }, today);
    expect(body).toEqual({
      name: "Ravi Kumar",
      gender: "male",
      dob: "1988-03-12",
      phone: "98765 43210",
      address: { city: "Pune" },
    });
    expect(createPatientBody.safeParse(body).success).toBe(true);
  });

  test("names relative, district and payer, and keeps the token's words for the token", () => {
    const draft = {
      ...ravi,
      relativeName: " Mohan Kumar ",
      district: "Satara",
      payer: "pmjay",
      payerNumber: "P१२",
      visitReason: "fever",
    };
    const body = registrationBody(draft, today);
    expect(body).toMatchObject({
      relative: { relation: "father", name: "Mohan Kumar" },
      address: { district: "Satara" },
      identifiers: [{ type: "pmjay", value: "P12" }],
    });
    expect(createPatientBody.safeParse(body).success).toBe(true);
  });

  test("names the guardian of a child", () => {
    const draft = { ...child, guardianName: "Meera", guardianPhone: "9876543210" };
    const body = registrationBody(draft, today);
    expect(body).toMatchObject({
      age_years: 7,
      emergency_contact: { name: "Meera", relationship: "parent", phone: "9876543210" },
    });
    expect(createPatientBody.safeParse(body).success).toBe(true);
  });
});

describe("looking for duplicates", () => {
  test("waits until a phone number, an ABHA number, or name with birth date is there", () => {
    expect(duplicateTerms({ ...emptyDraft, name: "Ravi Kumar" }, today)).toBeNull();
    expect(duplicateTerms({ ...emptyDraft, phone: "98765" }, today)).toBeNull();
    expect(duplicateTerms(ravi, today)).toEqual({
      name: "Ravi Kumar",
      dob: "1988-03-12",
      gender: "male",
    });
    expect(duplicateTerms({ ...emptyDraft, phone: "98765 43210" }, today)).toEqual({
      phone: "98765 43210",
    });
  });

  test("says the house, the place and the insurer's number as well, and asks by a number alone", () => {
    const numbered = { ...emptyDraft, payer: "cghs", payerNumber: "CG-१२३४५६" };
    expect(duplicateTerms(numbered, today)).toEqual({ number: "CG-123456" });
    expect(duplicateTerms({ ...numbered, payerNumber: "CG-1" }, today)).toBeNull();
    const housed = { ...ravi, line1: "12 Mill Road", city: "Wai ", postalCode: "412803" };
    expect(duplicateTerms(housed, today)).toMatchObject({
      line1: "12 Mill Road",
      village: "Wai",
      postal_code: "412803",
    });
    expect(duplicateTerms({ ...emptyDraft, line1: "12 Mill Road" }, today)).toBeNull();
  });
});

describe("what the server found wrong", () => {
  test("is shown at the fields it names", () => {
    const { fields, hasOthers } = faultsFromServer([
      { path: "mobile", code: "validation_error", message: "must be a telephone number" },
      { path: "emergency_contact", code: "validation_error", message: "is required" },
      { path: "abha_id", code: "duplicate_abha_id", message: "is taken" },
      { path: "name", code: "pan_detected", message: "holds a card number" },
    ]);
    expect(fields).toEqual({
      phone: { id: "register.fault.phone" },
      guardianName: { id: "register.fault.guardian" },
      abhaId: { id: "fault.duplicateAbha" },
      name: { id: "fault.cardNumber" },
    });
    expect(hasOthers).toBe(false);
  });

  test("is said in the page's words, never in the server's", () => {
    const { fields } = faultsFromServer([
      { path: "address.city", code: "validation_error", message: "must not be empty" },
      { path: "identifiers.0.value", code: "duplicate_identifier", message: "is taken" },
    ]);
    expect(fields).toEqual({
      city: { id: "fault.field" },
      payerNumber: { id: "fault.duplicate" },
    });
  });

  test("is never lost when the form has no such field", () => {
    const found = [{ path: "branch_id", code: "branch_mismatch", message: "differs" }];
    expect(faultsFromServer(found)).toEqual({ fields: {}, hasOthers: true });
  });
});
