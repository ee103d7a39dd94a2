import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatUhid, isValidUhid, nextUhidBase, parseUhid } from "./uhid.ts";

const branchCodes = fc.stringMatching(/^[A-Z0-9][A-Z0-9/-]{0,7}$/u);
/** What every surface accepts as a patient number. */
const fieldForm = /^[A-Z0-9][A-Z0-9/-]{2,31}$/u;
const bases = fc.nat(9_999_999);
const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Every text that differs from this one by an exchange of two unlike neighbours within its base. */
function exchanges(uhid: string): string[] {
  const end = uhid.length - 2;
  const start = uhid.lastIndexOf("-", end - 1) + 1;
  return Array.from({ length: end - start - 1 }, (_, offset) => start + offset)
    .filter((at) => uhid[at] !== uhid[at + 1])
    .map((at) => uhid.slice(0, at) + uhid.charAt(at + 1) + uhid.charAt(at) + uhid.slice(at + 2));
}

test("writes the branch code, at least six digits and a check character", () => {
  expect(formatUhid("BR01", 123)).toMatch(/^BR01-000123-[0-9A-Z]$/u);
  expect(formatUhid("BR01", 12_345_678)).toMatch(/^BR01-12345678-[0-9A-Z]$/u);
});

test("agrees with a published example of MOD 37,36: A12425GABC1234002 has the check character M", () => {
  expect(isValidUhid("A12425GABC-1234002-M")).toBe(true);
});

test("reads back what it wrote, and its numbers pass as patient numbers everywhere", () => {
  const whole = fc.property(branchCodes, bases, (branchCode, base) => {
    const uhid = formatUhid(branchCode, base);
    const parts = parseUhid(uhid);
    return parts?.branchCode === branchCode && parts.base === base && fieldForm.test(uhid);
  });
  expect(() => fc.assert(whole)).not.toThrow();
});

describe("mistakes in typing", () => {
  test("catches every single wrong letter or digit, wherever it is", () => {
    const caught = fc.property(
      branchCodes,
      bases,
      fc.nat(),
      fc.constantFrom(...Array.from(alphabet)),
      (code, base, nth, wrong) => {
        const uhid = formatUhid(code, base);
        const places = Array.from(uhid).flatMap((character, at) =>
          /[0-9A-Z]/u.test(character) ? [at] : [],
        );
        const at = places[nth % places.length] ?? 0;
        return uhid[at] === wrong || !isValidUhid(uhid.slice(0, at) + wrong + uhid.slice(at + 1));
      },
    );
    expect(() => fc.assert(caught, { numRuns: 1000 })).not.toThrow();
  });

  test("catches every exchange of two neighbours in a base that was minted", () => {
    const caught = fc.property(branchCodes, bases, (code, last) =>
      exchanges(formatUhid(code, nextUhidBase(code, last))).every((text) => !isValidUhid(text)),
    );
    expect(() => fc.assert(caught, { numRuns: 1000 })).not.toThrow();
  });

  test("misses of the other exchanges only those of two digits that differ by one, fewer than one in a hundred", () => {
    const all = Array.from({ length: 20_000 }, (_, base) => formatUhid("BR01", base * 7)).flatMap(
      (uhid) => exchanges(uhid).map((text) => ({ uhid, text })),
    );
    const missed = all.filter(({ text }) => isValidUhid(text));
    expect(missed.length).toBeGreaterThan(0);
    expect(missed.length / all.length).toBeLessThan(0.01);
    const gaps = missed.map(({ uhid, text }) => {
      const at = Array.from(uhid).findIndex((character, index) => character !== text[index]);
      return Math.abs(Number(uhid[at]) - Number(text[at]));
    });
    expect(new Set(gaps)).toEqual(new Set([1]));
  });

  test("leaves out some bases, but fewer than one in twenty", () => {
    let [base, count] = [0, 0];
    while (base < 100_000) {
      base = nextUhidBase("BR01", base);
      count += 1;
    }
    expect(count).toBeGreaterThan(95_000);
    expect(count).toBeLessThan(100_000);
  });
});

test.each([
  "",
  "BR01-123-X",
  "br01-000123-X",
  "BR01-000123",
  "BR01-0000123-X",
  "-000123-X",
  "BR01-000123-é",
])("finds no patient number in %j", (text) => {
  expect(parseUhid(text)).toBeUndefined();
});

test.each([
  ["br01", 1],
  ["", 1],
  ["A".repeat(30), 1],
  ["BR01", -1],
  ["BR01", 1.5],
  ["BR01", Number.MAX_VALUE],
])("makes no patient number of %j and %d", (branchCode, base) => {
  expect(() => formatUhid(branchCode, base)).toThrow(RangeError);
});
