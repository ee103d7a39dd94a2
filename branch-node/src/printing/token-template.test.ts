import { expect, test } from "vitest";
import { tokenQr } from "#printing/documents/token-qr.ts";
import { localTimeText, tokenSlipOf } from "./token-template.ts";

test.each([
  ["2026-11-21T10:05:00.000Z", "Asia/Kolkata", "21 Nov 2026, 15:35"],
  ["2026-11-20T18:30:00.000Z", "Asia/Kolkata", "21 Nov 2026, 00:00"],
  ["2026-11-20T18:29:59.999Z", "Asia/Kolkata", "20 Nov 2026, 23:59"],
  ["2026-07-01T12:00:00.000Z", "Europe/London", "1 Jul 2026, 13:00"],
  ["2026-01-01T12:00:00.000Z", "Europe/London", "1 Jan 2026, 12:00"],
])("%s is written in %s as %s", (instant, zone, text) => {
  expect(localTimeText(instant, zone)).toBe(text);
});

test("what a scanner reads names the appointment alone", () => {
  expect(tokenQr("apt_01j00000000000000000000000")).toBe("EW1:T:apt_01j00000000000000000000000");
});

test("a slip says what its job holds, in the branch's own time", () => {
  const data = {
    facility_name: "Sahyadri",
    branch_name: "Kothrud",
    department: "eye-care",
    queue_no: 7,
    token_code: "EYE-007",
    patient_name: "आशा पाटील",
    uhid: "PUN1-00001-X",
    provider_name: null,
    issued_at: "2026-11-21T10:05:00.000Z",
    time_zone: "Asia/Kolkata",
    appointment_id: "apt_1",
  };
  expect(tokenSlipOf(data, true)).toEqual({
    facilityName: "Sahyadri",
    branchName: "Kothrud",
    department: "Eye care",
    queueNo: 7,
    tokenCode: "EYE-007",
    patientName: "आशा पाटील",
    uhid: "PUN1-00001-X",
    providerName: null,
    issuedAt: "21 Nov 2026, 15:35",
    qr: "EW1:T:apt_1",
    reprint: true,
  });
});
