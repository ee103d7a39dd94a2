import { describe, expect, test } from "vitest";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { errorCodes } from "@edgeward/shared/kernel/errors.ts";
import { en } from "#ui/i18n/en/en.ts";
import { hi } from "#ui/i18n/hi/hi.ts";
import type { Say } from "#ui/i18n/text.ts";
import { faultText, fieldFaultText, fieldFaults, suggestionsOf } from "./faults.ts";

const say: Say = (id) => en[id];
const refusal = (status: number, code: string, details = {}) =>
  new ApiError(status, code, "the server's own words", details, null);

describe("what went wrong", () => {
  test("is said in the page's language where there is a sentence for the code", () => {
    expect(faultText(refusal(403, "forbidden"), say)).toBe(en["fault.forbidden"]);
    expect(faultText(refusal(409, "invalid_transition"), say)).toBe(en["fault.invalidTransition"]);
  });

  test.each(["en", "hi"] as const)("is never said in the server's words, in %s", (language) => {
    const catalog = { en, hi }[language];
    const words: Say = (id, values) =>
      catalog[id].replace("{request}", String(values?.["request"]));
    for (const [code, status] of Object.entries(errorCodes)) {
      const said = faultText(refusal(status, code), words);
      expect(said).not.toContain("server");
      expect(said).not.toMatch(/\{/u);
    }
    expect(faultText(refusal(418, "of_tomorrow"), words)).toBe(
      catalog["fault.other"].replace("{request}", "–"),
    );
  });

  test.each([
    ["diagnosis_code", "fault.wrongCode"],
    ["diagnoses.1.code", "fault.wrongCode"],
    ["diagnoses", "fault.primary"],
    ["follow_up_date", "fault.pastDay"],
    ["disposition", "fault.field"],
  ] as const)("says what is wrong with %s in the page's language", (path, id) => {
    const field = { path, code: "validation_error", message: "is not a code of icd10" };
    expect(fieldFaultText(field, say)).toBe(en[id]);
    const whole = refusal(422, "validation_error", { fields: [field] });
    expect(faultText(whole, say)).toBe(id === "fault.field" ? en["fault.fields"] : en[id]);
  });

  test.each([
    ["scanned.0", "specimen_mismatch", "fault.specimen"],
    ["observations.0.value_num", "implausible_value", "fault.implausible"],
    ["prescriber_id", "prescriber_unregistered", "fault.prescriber"],
    ["bed_id", "bed_unavailable", "fault.bedUnavailable"],
    ["patient_id", "already_admitted", "fault.alreadyAdmitted"],
    ["lines.0.source_id", "already_billed", "fault.alreadyBilled"],
    ["lines.0.batch_no", "batch_blocked", "fault.batchBlocked"],
    ["lines.0.batch_no", "batch_expired", "fault.batchExpired"],
    ["lines.0.quantity", "over_receipt", "fault.overReceipt"],
    ["lines.0.quantity", "insufficient_balance", "fault.balance"],
    ["lines.0.fefo_reason", "validation_error", "dispense.needsFefo"],
    ["lines.1.substitution_reason", "validation_error", "dispense.needsSubstitution"],
    ["lines.0.quantity", "over_dispense", "fault.overDispense"],
    ["lines.0.item_id", "prescription_required", "fault.prescriptionRequired"],
    ["lines.0.unit_price_minor", "price_over_mrp", "fault.priceOverMrp"],
    ["tenders", "overpayment", "fault.overpayment"],
    ["tenders.0.reference", "duplicate_payment", "fault.duplicatePayment"],
    ["tenders.0.amount_minor", "cash_limit_exceeded", "fault.cashLimit"],
    ["discharge_clearances", "validation_error", "fault.clearances"],
    ["discharge_clearances.doctor", "forbidden", "fault.clearance"],
    ["retriage_reason", "validation_error", "fault.needsReason"],
    ["items.2.quantity", "validation_error", "fault.quantity"],
    ["items.0.duration_days", "validation_error", "fault.duration"],
    ["weight_kg", "validation_error", "fault.weight"],
    ["allergies_checked", "validation_error", "fault.allergies"],
    ["override", "validation_error", "fault.inSpite"],
    ["override.reason", "validation_error", "fault.inSpite"],
  ] as const)("says of %s what %s means, at the field and as a whole", (path, code, id) => {
    const field = { path, code, message: "the server's own words" };
    expect(fieldFaultText(field, say)).toBe(en[id]);
    expect(faultText(refusal(422, code, { fields: [field] }), say)).toBe(en[id]);
  });

  test("is the branch that does not answer, when nobody answered or a proxy did", () => {
    expect(faultText(new TypeError("Failed to fetch"), say)).toBe(en["fault.unreachable"]);
    expect(faultText(refusal(503, "unavailable"), say)).toBe(en["fault.unreachable"]);
  });

  test("names the fields that the server named, and none where it named none", () => {
    const fields = [{ path: "phone", code: "validation_error", message: "wrong" }];
    expect(fieldFaults(refusal(422, "validation_error", { fields }))).toEqual(fields);
    expect(fieldFaults(refusal(409, "invalid_transition", { from: "booked" }))).toEqual([]);
    expect(fieldFaults(new TypeError("Failed to fetch"))).toEqual([]);
  });
});

describe("other times for a slot that is taken", () => {
  const suggestions = [
    { start_at: "2026-11-21T11:00:00.000Z", available: true },
    { start_at: "2026-11-21T11:15:00.000Z", available: false },
  ];

  test("are the free ones among those proposed", () => {
    expect(suggestionsOf(refusal(422, "slot_unavailable", { suggestions }))).toEqual([
      "2026-11-21T11:00:00.000Z",
    ]);
  });

  test("are offered for no other refusal", () => {
    expect(suggestionsOf(refusal(422, "validation_error", { suggestions }))).toEqual([]);
  });
});
