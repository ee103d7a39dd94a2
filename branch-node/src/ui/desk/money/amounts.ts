import { numberFormat } from "@edgeward/shared/kernel/intl-formats.ts";

/** Digits of the scripts of the pages as those of a keyboard. */
function plainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = [0x0966, 0x0660, 0x06f0].find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

// So much and no more is charged, paid or counted at once.
const most = 1_000_000_000_000;

/** What was typed as money, in minor units; null for what is none, or has more than two places after the point. */
export function readAmount(typed: string): number | null {
  const text = plainDigits(typed).replaceAll(/[\s,₹]/gu, "");
  const [, whole = "", part = ""] = /^(\d{1,13})(?:\.(\d{1,2}))?$/u.exec(text) ?? [];
  if (whole === "") return null;
  const minor = Number(whole) * 100 + Number(part.padEnd(2, "0"));
  return minor <= most ? minor : null;
}

/** Money as it is typed: whole without a point. */
export function typedAmount(minor: number): string {
  const whole = Math.trunc(minor / 100);
  const part = Math.abs(minor % 100);
  return part === 0 ? String(whole) : `${whole}.${String(part).padStart(2, "0")}`;
}

/** Money as people read it. */
export function moneyText(minor: number, currency: string, locale: string): string {
  const format = numberFormat(locale, { style: "currency", currency });
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions();
  return format.format(minor / 10 ** digits);
}

/** What a note or coin is called: money without a fraction where it has none. */
export function faceText(minor: number, currency: string, locale: string): string {
  const whole = minor % 100 === 0 ? { maximumFractionDigits: 0 } : {};
  return numberFormat(locale, { style: "currency", currency, ...whole }).format(minor / 100);
}
