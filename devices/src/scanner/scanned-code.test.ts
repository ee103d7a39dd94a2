import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatUhid } from "@edgeward/shared/kernel/uhid.ts";
import { readAbhaQr } from "./abha-qr.ts";
import { longestScan, readScannedCode } from "./scanned-code.ts";

const year = 2026;
const appointment = "apt_01kaf0000000000000000000aa";
const uhid = formatUhid("PUN1", 1234);

/** As the card has it: everything in full. */
const cardShape = {
  hidn: "91-1234-5678-9012",
  hid: "savitri.p@abdm",
  name: "सावित्री फुले",
  gender: "F",
  statelgd: "27",
  "state name": "MAHARASHTRA",
  district_name: "PUNE",
  dob: "03/01/1961",
  mobile: "9822012345",
  address: "House 7",
};
/** As the app has it: no number, an address of its own name, perhaps a year alone. */
const appShape = {
  hidn: "-",
  phr: "savitri.p@abdm",
  name: "Savitri Phule",
  gender: "F",
  dob: "1961",
  distlgd: "490",
  "dist name": "PUNE",
  state_name: "MAHARASHTRA",
};

describe("the QR of an ABHA card", () => {
  test("is read in the card's shape", () => {
    expect(readAbhaQr(JSON.stringify(cardShape))).toEqual({
      number: "91-1234-5678-9012",
      address: "savitri.p@abdm",
      name: "सावित्री फुले",
      gender: "female",
      dob: "1961-01-03",
      birthYear: 1961,
      phone: "9822012345",
      district: "PUNE",
      state: "MAHARASHTRA",
    });
  });

  test("is read in the app's shape, where the number is a dash and the birthday a year", () => {
    expect(readAbhaQr(JSON.stringify(appShape))).toMatchObject({
      number: null,
      address: "savitri.p@abdm",
      dob: null,
      birthYear: 1961,
      district: "PUNE",
    });
  });

  test.each([
    ["1961-01-03", "1961-01-03", 1961],
    ["3-1-1961", "1961-01-03", 1961],
    ["1961-01-03T00:00:00Z", "1961-01-03", 1961],
    ["०३/०१/१९६१", "1961-01-03", 1961],
    ["31/02/1961", null, 1961],
    ["soon", null, null],
  ])("takes a birthday written %s", (dob, day, birthYear) => {
    expect(readAbhaQr(JSON.stringify({ ...cardShape, dob }))).toMatchObject({
      dob: day,
      birthYear,
    });
  });

  test("takes a number without dashes, and leaves out one of another length", () => {
    expect(readAbhaQr(JSON.stringify({ hidn: 91123456789012 }))?.number).toBe("91-1234-5678-9012");
    expect(readAbhaQr(JSON.stringify({ ...cardShape, hidn: "91-1234" }))?.number).toBeNull();
  });

  test.each(["{}", "[]", "{", '{"name":"A"}', "null", '{"hidn":"-"}', '"hidn"', '{"hidn":{}}'])(
    "is not found in %s",
    (text) => {
      expect(readAbhaQr(text)).toBeNull();
    },
  );
});

describe("a scanned code", () => {
  test("is a patient by our number, also in small letters and with our mark", () => {
    for (const text of [uhid, uhid.toLowerCase(), `EW1:P:${uhid}`, ` ${uhid}\r\n`]) {
      expect(readScannedCode(text, year)).toEqual({ kind: "patient", uhid });
    }
  });

  test("is damaged, not another patient, when the check character is wrong", () => {
    const other = uhid.replace("001234", "001243");
    expect(readScannedCode(other, year)).toMatchObject({ kind: "damaged", of: "patient" });
    expect(readScannedCode(`EW1:P:${other}`, year)).toMatchObject({ kind: "damaged" });
  });

  test("is a token's slip, by its QR and by its letters", () => {
    expect(readScannedCode(`EW1:T:${appointment}`, year)).toEqual({
      kind: "token",
      appointmentId: appointment,
    });
    expect(readScannedCode("gen-012", year)).toEqual({ kind: "token_code", tokenCode: "GEN-012" });
    expect(readScannedCode(`EW1:T:${appointment.slice(0, 20)}`, year).kind).toBe("damaged");
  });

  test("is a specimen, an ABHA card, a medicine's pack or an item", () => {
    expect(readScannedCode("EW1:S:L26-000417", year)).toEqual({
      kind: "specimen",
      specimen: "L26-000417",
    });
    expect(readScannedCode("EW1:S:L26 0417", year)).toEqual({
      kind: "specimen",
      specimen: "L26 0417",
    });
    expect(readScannedCode(JSON.stringify(cardShape), year)).toMatchObject({ kind: "abha" });
    expect(readScannedCode("]d2011234567890123110A1", year)).toMatchObject({
      kind: "gs1",
      code: { gtin: "12345678901231", lot: "A1" },
    });
    expect(readScannedCode("011234567890123110A1", year)).toMatchObject({ kind: "gs1" });
    expect(readScannedCode("]E04006381333931", year)).toEqual({
      kind: "product",
      gtin: "04006381333931",
    });
    expect(readScannedCode("]E04006381333932", year)).toMatchObject({ kind: "damaged" });
    expect(readScannedCode("]C10112345678901232", year)).toMatchObject({ kind: "damaged" });
  });

  test("is the one-time code of a pairing, out of its address", () => {
    expect(readScannedCode("https://branch.local:8443/kiosk#pair=7K2M9QXT", year)).toEqual({
      kind: "pairing",
      pairingCode: "7K2M9QXT",
    });
  });

  test.each(["9822012345", "Savitri", "https://example.org/", "EWART", "12", ""])(
    "is what somebody would have typed: %s",
    (text) => {
      expect(readScannedCode(text, year)).toEqual({ kind: "text", text });
    },
  );

  test("says so when it is of a kind that this release does not know", () => {
    expect(readScannedCode("EW1:Z:1", year)).toMatchObject({ kind: "damaged", of: "ours" });
  });

  test("never throws, and stays within its bounds", () => {
    const heads = fc.constantFrom(
      "",
      "EW1:",
      "EW1:P:",
      "]C1",
      "]d2",
      "{",
      "01",
      "https://x/#pair=",
    );
    fc.assert(
      fc.property(heads, fc.string({ unit: "binary" }), (head, rest) => {
        expect(readScannedCode(head + rest, year).kind).not.toBe("");
      }),
      { numRuns: 500 },
    );
    const endless = readScannedCode("x".repeat(longestScan * 3), year);
    expect(endless).toEqual({ kind: "text", text: "x".repeat(longestScan) });
  });
});

describe("digits that come without saying what they are", () => {
  test("are the recipient of a wristband where they begin with 8018 and their check digit is right", () => {
    expect(readScannedCode("8018890123456789012340", 2026)).toMatchObject({
      kind: "gs1",
      code: { recipient: "890123456789012340" },
    });
    expect(readScannedCode("8018890123456789012341", 2026).kind).toBe("text");
    expect(readScannedCode("80188901234567890123401", 2026).kind).toBe("text");
  });

  test("are no product where they may as well be an ABHA number", () => {
    // Its last digit is right by GS1's reckoning, as one in ten is.
    expect(readScannedCode("91123456789015", 2026)).toEqual({
      kind: "text",
      text: "91123456789015",
    });
    expect(readScannedCode("4006381333931", 2026)).toMatchObject({ kind: "product" });
  });
});

describe("what an ABHA card says", () => {
  test.each([
    ["control characters", "Asha\u001b@\u0000 Patil\r\n", "Asha @ Patil"],
    ["marks that turn text round", "Asha \u202egnp.litaP\u202c", "Asha gnp.litaP"],
    ["signs that join letters", "\u0936\u094d\u200d\u0930", "\u0936\u094d\u200d\u0930"],
  ])("is taken without %s", (_what, name, read) => {
    const text = JSON.stringify({ hidn: "91-1234-5678-9012", name });
    expect(readScannedCode(text, 2026)).toMatchObject({ kind: "abha", card: { name: read } });
  });
});
