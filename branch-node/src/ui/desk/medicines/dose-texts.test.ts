import { expect, test } from "vitest";
import {
  doseStates,
  type DueDose,
} from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { doseKey, inTurn, lateCount } from "./dose-texts.ts";

function dose(state: DueDose["state"], due_at: string | null): DueDose {
  return {
    prescription_id: "rx_1",
    prescribed_item_id: "rxi_1",
    encounter_id: "enc_1",
    rx_no: "A-R1",
    drug_name: "Calpol",
    generic_name: "Paracetamol",
    strength: null,
    instructions: null,
    frequency: "tds",
    custom_text: null,
    route: "oral",
    dose: 1,
    dose_unit: "tablet",
    due_at,
    state,
    administration: null,
  };
}

test("what is late comes first, by its time, and what was given last", () => {
  const [first, second] = [dose("late", "08:00"), dose("late", "14:00")];
  const [now, later, given] = [
    dose("due", "20:00"),
    dose("upcoming", "22:00"),
    dose("given", "06:00"),
  ];
  expect(inTurn([given, first, second, now, later])).toEqual([first, second, now, later, given]);
  expect(lateCount([given, first, second, now])).toBe(2);
});

test("every state has its place, and two doses never have one name", () => {
  const all = doseStates.map((state) => dose(state, state));
  expect(inTurn(all)).toHaveLength(doseStates.length);
  expect(new Set(all.map(doseKey)).size).toBe(doseStates.length);
});
