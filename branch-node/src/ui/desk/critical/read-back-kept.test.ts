import { expect, test } from "vitest";
import { continued, readBackState, readReadBack } from "./read-back-kept.ts";

const kept = { draft: { notifiedTo: "डॉ. मेहता", isReadBack: true }, seen: "lrs_1" };

function stored(value: unknown) {
  const read: unknown = JSON.parse(JSON.stringify(value));
  return Object.fromEntries(Object.entries(read ?? {}));
}

test("who was told comes back from the branch as it was typed, with its key and where it is continued", () => {
  const about = { patient_id: "pat_1", order_id: "lor_1" };
  const state = stored(readBackState(kept, about, "key-1"));
  expect(readReadBack(state)).toEqual(kept);
  expect(state).toMatchObject({ ...about, intent_key: "key-1" });
});

test("it is read as far as it is understood, and another form is none", () => {
  const odd = { fields: { notifiedTo: "Dr Rao", isReadBack: "yes" } };
  const draft = { notifiedTo: "Dr Rao", isReadBack: false };
  expect(readReadBack(odd)).toEqual({ draft, seen: "" });
  expect(readReadBack({ notifiedTo: "Dr Rao" })).toBeNull();
});

test("what was read back of another version is to be read back again, and whose version it was stays known", () => {
  expect(continued(kept, "lrs_1")).toEqual(kept);
  const draft = { ...kept.draft, isReadBack: false };
  expect(continued(kept, "lrs_2")).toEqual({ draft, seen: "lrs_1" });
  expect(continued(null, "lrs_2")).toEqual({
    draft: { notifiedTo: "", isReadBack: false },
    seen: "lrs_2",
  });
});
