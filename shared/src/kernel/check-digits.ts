import { foldDigits } from "./text.ts";

const verhoeffProduct = [
  "0123456789",
  "1234067895",
  "2340178956",
  "3401289567",
  "4012395678",
  "5987604321",
  "6598710432",
  "7659821043",
  "8765932104",
  "9876543210",
] as const;

const verhoeffPermutation = [
  "0123456789",
  "1576283094",
  "5803796142",
  "8916043527",
  "9453126870",
  "4286573901",
  "2793806415",
  "7046913258",
] as const;

/** Whether a text of ASCII digits ends in its Luhn check digit (ISO/IEC 7812-1). */
export function isLuhnValid(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const weighted = index % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return digits.length > 0 && sum % 10 === 0;
}

/** Whether a text of ASCII digits ends in its Verhoeff check digit. */
export function isVerhoeffValid(digits: string): boolean {
  let check = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits.charAt(digits.length - 1 - index));
    const permuted = Number(verhoeffPermutation[index % 8]?.charAt(digit));
    check = Number(verhoeffProduct[check]?.charAt(permuted));
  }
  return digits.length > 0 && check === 0;
}

/** Digits of the shortest card number. */
const shortestCard = 13;

/** Groups of digits held together by spaces or dashes on one line, as card numbers are typed. */
const digitRun = /\d+(?:[\p{Zs}\p{Pd}]{1,3}\d+)*/gu;

/** Whether some row of whole groups is a Luhn-valid number of 13 to 19 digits: "4111 1111 1111 1111 12/26" still holds its card. */
function runContainsCardNumber(run: string): boolean {
  const groups = run.split(/\D+/u);
  return groups.some((_, start) => {
    let digits = "";
    for (const group of groups.slice(start, start + 19)) {
      digits += group;
      if (digits.length > 19) return false;
      if (digits.length >= shortestCard && isLuhnValid(digits)) return true;
    }
    return false;
  });
}

/**
 * Whether a text holds what could be a payment card's number: 13 to 19 digits, Luhn-valid, in any script's digits, with spaces or dashes between.
 * One in ten other numbers of that length passes the same test and is refused with it.
 */
export function containsCardNumber(text: string): boolean {
  if (text.length < shortestCard) return false;
  return (foldDigits(text).match(digitRun) ?? []).some(runContainsCardNumber);
}

/** Twelve digits, whole or in fours, that are not part of a longer number (an ABHA number ends in three groups of four too). */
const aadhaarShape =
  /(?<!\d[\p{Zs}\p{Pd}]?)\d{4}[\p{Zs}\p{Pd}]?\d{4}[\p{Zs}\p{Pd}]?\d{4}(?![\p{Zs}\p{Pd}]?\d)/gu;

/** Whether a text holds, or is, a Verhoeff-valid number of twelve digits, as an Aadhaar number is. */
export function containsAadhaarNumber(text: string): boolean {
  const folded = foldDigits(text);
  const whole = folded.replaceAll(/[\p{Zs}\p{Pd}]/gu, "");
  const found = folded.match(aadhaarShape) ?? [];
  return [whole, ...found.map((part) => part.replaceAll(/\D/gu, ""))].some(
    (digits) => /^\d{12}$/u.test(digits) && isVerhoeffValid(digits),
  );
}
