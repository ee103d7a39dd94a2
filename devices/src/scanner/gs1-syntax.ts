import { gs1SyntaxDictionary } from "./gs1-syntax-dictionary.ts";

/** What is wrong with the value of an identifier. */
export type Gs1ValueProblem = "wrong_data" | "wrong_check_digit" | "wrong_date";

/** One identifier as GS1's dictionary has it. */
export interface Gs1Syntax {
  readonly title: string;
  /** Null where the value keeps the rules. */
  readonly problemOf: (value: string) => Gs1ValueProblem | null;
}

// The characters of the parts of values: digits, the 82 of GS1, its 39, and base 64 for addresses.
const characterSets: Readonly<Record<string, string>> = {
  N: "\\d",
  X: "[!\"%&'()*+,\\-./0-9:;<=>?A-Z_a-z]",
  Y: "[#\\-/0-9A-Z]",
  Z: "[A-Za-z0-9_=\\-]",
};

interface Part {
  readonly pattern: string;
  readonly length: number;
  readonly checks: readonly string[];
}

/** A part of a value such as `N14,csum`, `X..20` or `[N4],hhmi`. */
function partOf(text: string): Part {
  const [form = "", ...checks] = text.split(",");
  const [, open = "", set = "", range = "", count = ""] =
    /^(\[?)([NXYZ])(\.\.)?(\d+)\]?$/u.exec(form) ?? [];
  const least = open === "" ? 1 : 0;
  const times = range === "" ? `{${count}}` : `{${least},${count}}`;
  const optional = open !== "" && range === "" ? "?" : "";
  return {
    pattern: `(${characterSets[set] ?? ""}${times})${optional}`,
    length: Number(count),
    checks,
  };
}

/** Whether the last digit is the check digit of GS1: weights 3 and 1 in turn, from the right. ASCII digits only. */
export function isGs1CheckDigitRight(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 0 ? 1 : 3);
  }
  return digits.length > 1 && sum % 10 === 0;
}

// Any leap year stands for years of two digits: which century is meant decides whether the 29th of February is there, and
// is asked of the identifiers that a clinic works with.
const leapYear = 2_000;

function isDay(digits: string, mayBeZero: boolean): boolean {
  const year = digits.length === 8 ? Number(digits.slice(0, 4)) : leapYear;
  const [month, day] = [Number(digits.slice(-4, -2)), Number(digits.slice(-2))];
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return month >= 1 && month <= 12 && day <= last && (mayBeZero || day >= 1);
}

const isTime = (digits: string) => Number(digits.slice(0, 2)) < 24 && Number(digits.slice(2)) < 60;

// The checks of the dictionary that need no list of the world's countries, moneys or packages.
const checks: Readonly<Record<string, readonly [(value: string) => boolean, Gs1ValueProblem]>> = {
  csum: [isGs1CheckDigitRight, "wrong_check_digit"],
  yymmdd: [(value) => isDay(value, false), "wrong_date"],
  yymmdd0: [(value) => isDay(value, true), "wrong_date"],
  yyyymmdd: [(value) => isDay(value, false), "wrong_date"],
  hhmi: [isTime, "wrong_date"],
  zero: [(value) => /^0+$/u.test(value), "wrong_data"],
  nonzero: [(value) => !/^0+$/u.test(value), "wrong_data"],
  yesno: [(value) => /^[01]$/u.test(value), "wrong_data"],
  iso5218: [(value) => /^[0129]$/u.test(value), "wrong_data"],
  hyphen: [(value) => value === "-", "wrong_data"],
  hasnondigit: [(value) => /\D/u.test(value), "wrong_data"],
};

function syntaxOf(title: string, parts: readonly Part[]): Gs1Syntax {
  const pattern = new RegExp(`^${parts.map((part) => part.pattern).join("")}$`, "u");
  return {
    title,
    problemOf: (value) => {
      const [, ...pieces] = pattern.exec(value) ?? [];
      if (pieces.length === 0) return "wrong_data";
      for (const [index, part] of parts.entries()) {
        const piece = pieces[index] ?? "";
        if (piece === "") continue;
        const failed = part.checks.find((name) => checks[name]?.[0](piece) === false);
        if (failed !== undefined) return checks[failed]?.[1] ?? "wrong_data";
      }
      return null;
    },
  };
}

function expanded(range: string): readonly string[] {
  const [first = "", last = first] = range.split("-");
  const count = Number(last) - Number(first) + 1;
  return Array.from({ length: count }, (_, index) =>
    String(Number(first) + index).padStart(first.length, "0"),
  );
}

const identifiers = new Map<string, Gs1Syntax>();
const lengths = new Map<string, number>();

for (const line of gs1SyntaxDictionary.trim().split("\n")) {
  const [rule = "", title = ""] = line.split(/ # ?/u);
  const [range = "", ...words] = rule.trim().split(" ");
  const isFixed = words[0] === "*";
  const parts = (isFixed ? words.slice(1) : words).map(partOf);
  const syntax = syntaxOf(title, parts);
  for (const code of expanded(range)) {
    identifiers.set(code, syntax);
    if (!isFixed) continue;
    const length = parts.reduce((sum, part) => sum + part.length, code.length);
    lengths.set(code.slice(0, 2), length);
  }
}

/** The identifier at the beginning of a text: two to four digits, of which no other begins with the same. */
export function gs1IdentifierAt(
  text: string,
): { readonly code: string; readonly syntax: Gs1Syntax } | null {
  for (const length of [2, 3, 4]) {
    const code = text.slice(0, length);
    const syntax = identifiers.get(code);
    if (syntax !== undefined) return { code, syntax };
  }
  return null;
}

/**
 * How long an identifier that begins with these two digits is together with its value, where everyone knows that and no
 * separator ends it.
 */
export function predefinedGs1Length(twoDigits: string): number | undefined {
  return lengths.get(twoDigits);
}
