import { question } from "#db/question.ts";
import type { Write } from "./model.ts";

/** Whose numbers these are, and of which day. */
export interface SeriesPlace {
  /** The branch's code: at most four letters and digits, which leaves room for the count. */
  readonly branchCode: string;
  /** 1 to 13: a till that can be cut off from the others counts for itself. */
  readonly till: number;
  /** 1 to 13: a branch that came back from a backup counts anew beside what it may have printed before. */
  readonly epoch: number;
  /** The local business date, `2026-03-31`. */
  readonly businessDate: string;
  /** The month in which the tenant's financial year begins: 4 in India, 1 where it is the calendar's. */
  readonly yearStartMonth: number;
  /** What the numbers stand on; an invoice where it is not said. Each counts for itself. */
  readonly paper?: keyof typeof paperLetters;
}

// Before the year, so that no number of one paper can be one of another.
const paperLetters = {
  invoice: "",
  credit_note: "C",
  receipt: "R",
  shift: "S",
  purchase_order: "P",
  goods_receipt: "G",
  claim: "K",
} as const;

/** A number of a series, taken apart for whoever has to show that none is missing. */
export interface SeriesNumber {
  /** As printed: `BR01/2526/000123`. */
  readonly text: string;
  readonly series: string;
  readonly count: number;
  readonly epoch: number;
}

// Indian invoices may have at most 16 characters: letters, digits, dash and slash.
const longest = 16;
const fewestDigits = 4;
// Tills and epochs after the first are distinguished by letters from two halves of the alphabet, so that no number can be
// read in two ways, and the plain case is digits only.
const tillLetters = "ABCDEFGHJKLM";
const epochLetters = "NPQRSTUVWXYZ";

function letterOf(letters: string, ordinal: number, what: string): string {
  if (ordinal === 1) return "";
  const letter = letters.charAt(ordinal - 2);
  if (letter === "") throw new Error(`there is no ${what} ${ordinal} in a series`);
  return letter;
}

/** The financial year of a day: `2526` for April 2025 to March 2026, `2026` where it is the calendar year. */
export function financialYear(businessDate: string, yearStartMonth: number): string {
  const [year = 0, month = 0] = businessDate.split("-").map(Number);
  if (yearStartMonth === 1) return String(year);
  const first = month >= yearStartMonth ? year : year - 1;
  return [first, first + 1].map((part) => String(part % 100).padStart(2, "0")).join("");
}

/** The part of a number before its count, and how many digits are left for that. */
function seriesOf(place: SeriesPlace): { readonly series: string; readonly digits: number } {
  if (!/^[0-9A-Z]{1,4}$/.test(place.branchCode)) throw new Error("a series needs a branch code");
  const year = financialYear(place.businessDate, place.yearStartMonth);
  const lane = `${letterOf(tillLetters, place.till, "till")}${letterOf(epochLetters, place.epoch, "epoch")}`;
  const start = `${place.branchCode}/${paperLetters[place.paper ?? "invoice"]}${year}`;
  const spaced = `${start}/${lane}`;
  // Where the letters would leave too few digits, the second slash goes: what stands before it has one length in each year.
  const series = longest - spaced.length < fewestDigits ? `${start}${lane}` : spaced;
  // Six digits and letters after the slash, as people know it; fewer only where the code is long.
  const digits = Math.min(6 - lane.length, longest - series.length);
  if (digits < fewestDigits) throw new Error(`${series} leaves no room for numbers`);
  return { series, digits };
}

/**
 * The next number of a branch's, till's and financial year's series. Taken in the transaction that finalises: when that
 * fails the number is given back, so the series has neither a gap nor a double. @throws Error when the series is full
 */
export async function nextInSeries(
  write: Pick<Write, "next">,
  place: SeriesPlace,
): Promise<SeriesNumber> {
  const { series, digits } = seriesOf(place);
  const count = await write.next(`series:${series}`);
  const text = `${series}${String(count).padStart(digits, "0")}`;
  if (text.length > series.length + digits) throw new Error(`the series ${series} is full`);
  return { text, series, count, epoch: place.epoch };
}

/** The counter that says in which lane a branch's numbers of papers are given out; the hub raises it when a node may be lost. */
export function laneCounter(branchId: string): string {
  return `series_lane:${branchId}`;
}

// A letter a lane: twelve of the epochs, then twelve of the tills, then both.
function laneLetters(lane: number): Pick<SeriesPlace, "till" | "epoch"> {
  if (lane <= 13) return { till: 1, epoch: lane };
  if (lane <= 25) return { till: lane - 12, epoch: 1 };
  return { till: 2 + Math.floor((lane - 26) / 12), epoch: 2 + ((lane - 26) % 12) };
}

/** A branch, as far as its papers are numbered. */
export interface NumberedBranch {
  readonly id: string;
  readonly code: string;
  readonly country: string;
}

const counters = question(
  (db, { tenantId, counter }: { readonly tenantId: string; readonly counter: string }) =>
    db
      .selectFrom("counters")
      .select("counter_value")
      .where("tenant_id", "=", tenantId)
      .where("counter_name", "=", counter),
);

/**
 * The next number of a branch's papers of one kind, without a gap in its lane: a node that came back from a backup, or
 * in place of a lost one, counts in another one, for some numbers of the old lane may be on paper and nowhere else.
 * @param businessDate at the branch
 */
export async function nextOfBranch(
  write: Pick<Write, "next" | "session" | "origin" | "runtime">,
  paper: NonNullable<SeriesPlace["paper"]>,
  branch: NumberedBranch,
  businessDate: string,
): Promise<string> {
  const { session, origin, runtime } = write;
  const counter = laneCounter(branch.id);
  const [row] = await counters(session.kysely, { tenantId: origin.tenantId, counter });
  // The hub notes that it has begun one: a node that is enrolled later takes the next.
  const first = () => (runtime.kind === "hub" ? write.next(counter) : Promise.resolve(1));
  const lane = row === undefined ? await first() : row.counter_value;
  const yearStartMonth = branch.country === "IN" ? 4 : 1;
  const place = { branchCode: branch.code, ...laneLetters(lane), businessDate, yearStartMonth };
  return (await nextInSeries(write, { ...place, paper })).text;
}
