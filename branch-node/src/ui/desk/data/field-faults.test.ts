import { expect, test } from "vitest";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import { en } from "#ui/i18n/en/en.ts";
import type { Say } from "#ui/i18n/text.ts";
import { faultsAtFields } from "./field-faults.ts";

const say: Say = (id) => en[id];

function refusal(...paths: readonly string[]): ApiError {
  const fields = paths.map((path) => ({ path, code: "validation_error", message: "wrong" }));
  return new ApiError(422, "validation_error", "wrong", { fields }, null);
}

test("what a form shows is said at its fields, and above its buttons only what it does not show", () => {
  const shown = faultsAtFields(refusal("mlc_no"), ["mlc_no", "bed_id"], say);
  expect([shown.at("mlc_no"), shown.at("bed_id"), shown.rest]).toEqual([
    en["fault.mlcNo"],
    undefined,
    null,
  ]);
  const other = refusal("mlc_no", "metadata");
  expect(faultsAtFields(other, ["mlc_no"], say).rest).toBe(other);
  const whole = new ApiError(403, "forbidden", "no", {}, null);
  expect(faultsAtFields(whole, ["mlc_no"], say).rest).toBe(whole);
  expect(faultsAtFields(null, ["mlc_no"], say).rest).toBeNull();
});
