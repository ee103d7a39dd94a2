import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupSeparator as gs, readGs1, type Gs1Code } from "./gs1.ts";
import { isGs1CheckDigitRight } from "./gs1-syntax.ts";

const year = 2026;

function codeOf(text: string): Gs1Code {
  const reading = readGs1(text, year);
  if (!reading.isOk) throw new Error(`${reading.problem} at ${reading.position}`);
  return reading.code;
}

function checkDigit(body: string): string {
  const digit = Array.from("0123456789").find((last) => isGs1CheckDigitRight(body + last));
  if (digit === undefined) throw new Error("no digit makes the sum right");
  return digit;
}

describe("a GS1 code", () => {
  test("gives the item, lot, last day and serial of a medicine's pack", () => {
    expect(codeOf(`01040063813339311728073110B-42/7${gs}21SN0001`)).toMatchObject({
      gtin: "04006381333931",
      expiry: "2028-07-31",
      lot: "B-42/7",
      serial: "SN0001",
    });
  });

  test("gives the patient's number of a wristband, and the provider's of a badge", () => {
    const gsrn = `89012345678901234${checkDigit("89012345678901234")}`;
    expect(codeOf(`8018${gsrn}${gs}80191`)).toMatchObject({ recipient: gsrn, provider: null });
    expect(codeOf(`8017${gsrn}`).provider).toBe(gsrn);
  });

  test("needs no separator behind data whose length everyone knows, and takes one that is there", () => {
    const tight = codeOf("011234567890123117280731211");
    const loose = codeOf(`${gs}0112345678901231${gs}17280731${gs}211${gs}`);
    expect(tight).toEqual(loose);
    expect(tight.serial).toBe("1");
  });

  test("ends data of open length at its separator only", () => {
    expect(codeOf(`10AB17CD21EF${gs}17280731`)).toMatchObject({ lot: "AB17CD21EF" });
  });

  test("reads the form for people, too", () => {
    expect(codeOf("(01)12345678901231(10)A1(21)7")).toMatchObject({ lot: "A1", serial: "7" });
  });

  test("takes day 00 for the month's last, in leap years too, and finds the century", () => {
    expect(codeOf("17280200").expiry).toBe("2028-02-29");
    expect(codeOf("17270200").expiry).toBe("2027-02-28");
    expect(codeOf("17780101").expiry).toBe("1978-01-01");
    expect(codeOf("17760101").expiry).toBe("2076-01-01");
  });

  test.each([
    ["a wrong check digit", "0112345678901232", "wrong_check_digit", 0],
    ["a day that no calendar has", "0112345678901231171302311", "wrong_date", 16],
    ["an identifier nobody has given out", "0112345678901231491", "unknown_identifier", 16],
    ["data that is cut off", "01123456", "wrong_data", 0],
    ["an identifier without data", `21${gs}0112345678901231`, "too_short", 0],
    ["letters where digits belong", "17ABCDEF", "wrong_data", 0],
    ["more than the longest data", `10${"A".repeat(21)}`, "wrong_data", 0],
    ["a sign outside the set", "10A^B", "wrong_data", 0],
    ["nothing", "", "empty", 0],
    ["separators alone", gs + gs, "empty", 0],
  ])("says of %s what is wrong and where", (_, text, problem, position) => {
    const reading = readGs1(text, year);
    expect(reading).toEqual({ isOk: false, problem, position });
  });

  test("catches every single wrong digit of an item's number", () => {
    const right = "04006381333931";
    for (let place = 0; place < 14; place += 1) {
      for (const digit of "0123456789") {
        const changed = right.slice(0, place) + digit + right.slice(place + 1);
        expect(isGs1CheckDigitRight(changed)).toBe(changed === right);
      }
    }
  });

  test("comes back as it was written, whatever its parts and their order", () => {
    const x = fc.stringMatching(/^[A-Za-z0-9./-]{1,20}$/u);
    const item = fc.stringMatching(/^\d{13}$/u).map((body) => body + checkDigit(body));
    const parts = fc.shuffledSubarray(["01", "10", "21", "17"], { minLength: 1 });
    fc.assert(
      fc.property(item, x, x, parts, (gtin, lot, serial, order) => {
        const values: Readonly<Record<string, string>> = {
          "01": gtin,
          "10": lot,
          "21": serial,
          "17": "300615",
        };
        const text = order.map((ai) => `${ai}${values[ai] ?? ""}${gs}`).join("");
        const { elements } = codeOf(text);
        expect(elements.map((part) => [part.identifier, part.value])).toEqual(
          order.map((ai) => [ai, values[ai]]),
        );
      }),
    );
  });

  test("never throws, whatever was scanned", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ unit: fc.constantFrom(...Array.from("0123456789()"), gs), maxLength: 60 }),
        ),
        (text) => {
          expect(typeof readGs1(text, year).isOk).toBe("boolean");
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
