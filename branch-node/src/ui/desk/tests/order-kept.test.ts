import { expect, test } from "vitest";
import type { OrderDraft } from "./order-draft.ts";
import { orderState, readOrder } from "./order-kept.ts";

const fields: OrderDraft = {
  typed: "hba",
  chosen: [
    {
      code: "lipid",
      name: "Lipid profile",
      kind: "panel",
      fasting: true,
      specimen_type: null,
      tests: ["chol", "hdl"],
    },
  ],
  priority: "stat",
  notes: "रक्तचाप",
  doctorId: "stf_1",
};

test("an order comes back from the branch as it was written, with its visit", () => {
  const read: unknown = JSON.parse(JSON.stringify(orderState(fields, "enc_1", "key-1")));
  const kept = Object.fromEntries(Object.entries(read ?? {}));
  expect(readOrder(kept)).toEqual({ fields, visitId: "enc_1" });
  expect(kept["intent_key"]).toBe("key-1");
});

test("an order is read as far as it is understood", () => {
  const odd = { fields: { ...fields, priority: "now" } };
  expect(readOrder(odd)).toEqual({ fields: { ...fields, priority: "routine" }, visitId: null });
  expect(readOrder({ notes: "none" })).toBeNull();
});
