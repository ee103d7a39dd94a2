import { createIntl } from "react-intl";
import { expect, test } from "vitest";
import { en } from "#ui/i18n/en/en.ts";
import { ur } from "#ui/i18n/ur/ur.ts";
import type { Say } from "#ui/i18n/text.ts";
import { medicineLine } from "./medicine-line.ts";
import { lineText, medicineParts, nameOf, type Medicine } from "./rx-texts.ts";

const english = createIntl({ locale: "en-IN", messages: en });
const urdu = createIntl({ locale: "ur-PK", messages: ur });
const say: Say = (id, values) => english.formatMessage({ id }, values);
const sayUrdu: Say = (id, values) => urdu.formatMessage({ id }, values);

const medicine: Medicine = {
  id: "rxi_1",
  item_id: null,
  drug_name: "Mox",
  generic_name: "Amoxicillin",
  strength: "250 mg",
  form: "capsule",
  route: "oral",
  dose: 1,
  dose_unit: "capsule",
  frequency: "custom",
  custom_text: "2-0-1",
  duration_days: 5,
  quantity: 15,
  quantity_unit: "capsule",
  refills: 0,
  as_needed: false,
  instructions: "after food",
  substitution_allowed: true,
  start_date: null,
};

test("a medicine is said in parts that stay whole in a line of either direction", () => {
  expect(medicineParts(medicine, say)).toEqual([
    "250 mg",
    "1 capsule",
    "2-0-1",
    "5 days",
    "15 capsules in all",
    "after food",
  ]);
  const parts = medicineParts(medicine, sayUrdu);
  expect([parts[0], parts[2]]).toEqual(["250 mg", "2-0-1"]);
});

test("what is only needed at times says so once", () => {
  const asNeeded = { ...medicine, as_needed: true, custom_text: null } as const;
  expect(medicineParts({ ...asNeeded, frequency: "tds" }, say)).toContain("when needed");
  const whenNeeded = medicineParts({ ...asNeeded, frequency: "sos" }, say);
  expect(whenNeeded.filter((part) => part === "when needed")).toHaveLength(1);
});

test("a brand has its generic name beside it, and what is called by that has it once", () => {
  expect(nameOf(medicine)).toBe("Mox (Amoxicillin)");
  expect(nameOf({ ...medicine, drug_name: "amoxicillin" })).toBe("amoxicillin");
});

test("a typed line is read back part by part, each in its own direction", () => {
  const line = medicineLine("mox 250 2-0-1 5");
  if (line === null) throw new Error("no medicine");
  const apart = ["Amoxicillin", "250 mg", "Capsule", "1 capsule", "2-0-1", "5 days"];
  expect(lineText(line, say)).toBe(apart.map((part) => `\u2068${part}\u2069`).join(" · "));
});
