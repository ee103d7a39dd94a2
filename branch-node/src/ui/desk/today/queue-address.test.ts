import { expect, test } from "vitest";
import { everyQueue, queueSearch } from "./queue-address.ts";

test("reads whose queue is shown from the address", () => {
  expect(queueSearch({ doctor: "stf_1" })).toEqual({ doctor: "stf_1" });
  expect(queueSearch({ doctor: everyQueue })).toEqual({ doctor: everyQueue });
});

test.each([{}, { doctor: "" }, { doctor: 7 }, { doctor: "pat_1" }, { doctor: ["stf_1"] }])(
  "leaves out what an address cannot mean: %j",
  (asked) => {
    expect(queueSearch(asked)).toEqual({ doctor: undefined });
  },
);
