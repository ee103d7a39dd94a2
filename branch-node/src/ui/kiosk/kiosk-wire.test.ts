import { expect, test } from "vitest";
import type { ResponseOf } from "@edgeward/shared/contract/endpoint.ts";
import { checkInsContract } from "#kiosk/check-ins.contract.ts";
import { readMatches, readSetting, readToken } from "./kiosk-wire.ts";

// The page's own readers know the contract without its shapes: these samples are checked against both.
const setting: ResponseOf<typeof checkInsContract.setting> = {
  branch_name: "Branch PUN1",
  departments: ["General Medicine"],
  idle_seconds: 45,
  warning_seconds: 15,
};
const found: ResponseOf<typeof checkInsContract.find> = {
  matches: [
    {
      match_id: "one",
      masked_name: "S•••••• P••••",
      appointment: {
        slot_time: "2026-11-24T04:00:00.000Z",
        provider_name: "Anita Rao",
        department: "General",
      },
      token_code: null,
    },
    { match_id: "two", masked_name: "J••••", appointment: null, token_code: "GEN-001" },
  ],
};
const token: ResponseOf<typeof checkInsContract.checkIn> = {
  token_code: "GEN-002",
  department: "General Medicine",
  provider_name: "Anita Rao",
  waiting_before: 3,
  is_new: true,
};

test("reads of the branch, of whom it has found and of a token all that the page shows", () => {
  expect(checkInsContract.setting.response.parse(setting)).toEqual(readSetting(setting));
  expect(checkInsContract.find.response.parse(found)).toEqual({ matches: readMatches(found) });
  expect(checkInsContract.checkIn.response.parse(token)).toMatchObject(readToken(token));
});

test.each([[{}], [null], [{ matches: [{ match_id: 1 }] }], [{ matches: "none" }]])(
  "takes %j for no answer",
  (answer) => {
    expect(() => readMatches(answer)).toThrow("what was read is no");
  },
);
