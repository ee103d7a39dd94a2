/** A patient number taken apart: whose it is, which it is, and the character that guards both. */
export interface UhidParts {
  readonly branchCode: string;
  readonly base: number;
  readonly check: string;
}

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const form = /^([A-Z0-9][A-Z0-9/-]{0,21})-(\d{6,16})-([0-9A-Z])$/u;
const longest = 32;

/** The state of ISO 7064's hybrid system MOD 37,36 after one more character. */
function nextState(state: number, character: string): number {
  const sum = (state + alphabet.indexOf(character)) % 36;
  return ((sum === 0 ? 36 : sum) * 2) % 37;
}

/** The states on the way through a text, the first before its first character; signs between letters do not count. */
function statesOf(text: string): number[] {
  const states = [36];
  let state = 36;
  for (const character of text) {
    if (!alphabet.includes(character)) continue;
    state = nextState(state, character);
    states.push(state);
  }
  return states;
}

function checkCharacter(body: string): string {
  const state = statesOf(body).at(-1) ?? 36;
  return alphabet.charAt((37 - state) % 36);
}

/** A patient number's digits are at least so many, with zeros before them. */
export const shortestBase = 6;

const digitsOf = (base: number) => String(base).padStart(shortestBase, "0");

/** Takes a patient number apart; undefined when its form or its check character is wrong. Capitals only. */
export function parseUhid(text: string): UhidParts | undefined {
  const [, branchCode, digits, check] = form.exec(text) ?? [];
  if (branchCode === undefined || digits === undefined || check === undefined) return undefined;
  const base = Number(digits);
  const isOurs =
    text.length <= longest &&
    digitsOf(base) === digits &&
    checkCharacter(branchCode + digits) === check;
  return isOurs ? { branchCode, base, check } : undefined;
}

/** Whether a text is a patient number of ours with the right check character. A facility's older numbers are not. */
export function isValidUhid(text: string): boolean {
  return parseUhid(text) !== undefined;
}

/**
 * Writes a patient number, `<branch code>-<base>-<check character>`, the base with at least six digits.
 * The check character is ISO 7064 MOD 37,36 over the letters and digits of code and base. It catches every single wrong character, and all but about one in two hundred exchanges of two neighbouring digits: those it misses are of digits that differ by one, each such pair in one of the sum's 36 states. Bases from `nextUhidBase` have no such pair.
 * Throws RangeError for a code or base that gives no patient number.
 */
export function formatUhid(branchCode: string, base: number): string {
  const digits = digitsOf(base);
  const uhid = `${branchCode}-${digits}-${checkCharacter(branchCode + digits)}`;
  // Its check character has just been worked out.
  if (uhid.length > longest || !form.test(uhid))
    throw new RangeError("no patient number can be made of this branch code and base");
  return uhid;
}

/** Whether some exchange of two neighbouring digits would leave the check character as it is. */
function hidesAnExchange(branchCode: string, digits: string): boolean {
  const states = statesOf(branchCode + digits).slice(-digits.length - 1);
  return states.slice(0, -2).some((state, index) => {
    const [first, second] = [digits.charAt(index), digits.charAt(index + 1)];
    const exchanged = nextState(nextState(state, second), first);
    return first !== second && exchanged === states[index + 2];
  });
}

/** The next base after one already used, leaving out those (about one in forty) in which an exchange of two digits would go unseen. */
export function nextUhidBase(branchCode: string, last: number): number {
  let base = last + 1;
  while (hidesAnExchange(branchCode, digitsOf(base))) base += 1;
  return base;
}
