import { expect, test } from "vitest";
import { checkInsContract } from "#kiosk/check-ins.contract.ts";
import { readMatches, readSetting, readToken } from "./kiosk-wire.ts";

// The page's own readers know the contract without its shapes: the samples are of that contract.
const setting = {
  branch_name: "Branch PUN1",
  departments: ["General Medicine"],
  department_names: [{ department: "General Medicine", names: null }],
  languages: ["en", "hi"],
  idle_seconds: 45,
  warning_seconds: 15,
};
const appointment = {
  slot_time: "2026-11-24T04:00:00.000Z",
  provider_name: "Anita Rao",
  department: "General",
  department_names: null,
};
const found = {
  matches: [
    { match_id: "one", masked_name: "S•••", birth_year: 1961, appointment, token_code: null },
    {
      match_id: "two",
      masked_name: "J••••",
      birth_year: null,
      appointment: null,
      token_code: "GEN-001",
    },
  ],
};
const token = {
  token_code: "GEN-002",
  department: "General Medicine",
  department_names: null,
  provider_name: "Anita Rao",
  waiting_before: 3,
  is_new: true,
};

test("reads of the branch, of whom it has found and of a token all that the page shows", () => {
  const departments = [{ code: "General Medicine", names: null }];
  const read = readSetting(checkInsContract.setting.response.parse(setting));
  const { department_names: _named, ...settingShown } = setting;
  expect(read).toEqual({ ...settingShown, departments });
  const { department_names: _called, ...appointmentShown } = appointment;
  const [one, two] = readMatches(checkInsContract.find.response.parse(found));
  expect(one).toEqual({
    ...found.matches[0],
    appointment: { ...appointmentShown, department: { code: "General", names: null } },
  });
  expect(two).toEqual(found.matches[1]);
  const { is_new: _, department_names: _names, ...shown } = token;
  const { department } = shown;
  expect(readToken(checkInsContract.checkIn.response.parse(token))).toEqual({
    ...shown,
    department: { code: department, names: null },
  });
});

test("reads what the clinic calls its departments, and which languages it offers, where it says so", () => {
  const names = { en: "General medicine", hi: "सामान्य चिकित्सा", ur: null };
  const named = [{ department: "General Medicine", names }];
  const read = readSetting({ ...setting, department_names: named, languages: ["hi", "en"] });
  expect(read.departments).toEqual([{ code: "General Medicine", names }]);
  expect(read.languages).toEqual(["hi", "en"]);
});

test.each([[{}], [null], [{ matches: [{ match_id: 1 }] }], [{ matches: "none" }]])(
  "takes %j for no answer",
  (answer) => {
    expect(() => readMatches(answer)).toThrow("what was read is no");
  },
);
