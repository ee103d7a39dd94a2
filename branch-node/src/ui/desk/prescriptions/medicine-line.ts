import type {
  DoseUnit,
  DrugForm,
  Frequency,
  Route,
} from "@edgeward/shared/clinical/prescriptions/prescription-parts.contract.ts";
import {
  amountIn,
  nothingFound,
  plainNumber,
  withDays,
  withDose,
  withMass,
  withNumber,
  withPattern,
  type Found,
} from "./line-meanings.ts";
import { namedMedicine } from "./known-medicines.ts";
import {
  asNeededTexts,
  doseUnitOf,
  doseTexts,
  formOfUnit,
  formTexts,
  frequencyTexts,
  noteTexts,
  routeOf,
  routeTexts,
} from "./line-texts.ts";

/** A medicine as it was typed in one line; "" and null for what the line does not say. */
export interface MedicineLine {
  readonly name: string;
  readonly generic: string;
  readonly strength: string;
  readonly form: DrugForm;
  readonly route: Route | "";
  readonly dose: number | null;
  readonly doseUnit: DoseUnit;
  readonly frequency: Frequency | "";
  readonly customText: string;
  readonly days: number | null;
  readonly quantity: number | null;
  readonly asNeeded: boolean;
  readonly instructions: string;
}

interface Reader {
  readonly pattern: RegExp;
  /** What the words add to what has been read; null where they mean something else here. */
  readonly read: (groups: readonly string[], found: Found) => Partial<Found> | null;
}

/** Words at the beginning of what is left, and nothing longer than they. */
function reader(words: string, read: Reader["read"]): Reader {
  return { pattern: new RegExp(`^(?:${words})\\.?(?=$|[\\s,;])`, "iu"), read };
}

const num = "(\\d+(?:\\.\\d+)?|\\.\\d+)";
const fraction = "½|¼|¾|1½|1-1\\/2|[13]\\/4|1\\/2|half|quarter";
const amount = `(\\d+(?:\\.\\d+)?|\\.\\d+|${fraction})`;
const part = "(\\d(?:\\.\\d+)?|½|1\\/2|1½)";
const dash = " ?[-–] ?";

const formReaders: readonly Reader[] = formTexts.map(([words, { form, route }]) =>
  reader(words, (_, found) =>
    found.form === null ? { form, ...(route === undefined ? {} : { route }) } : null,
  ),
);

const dayReaders: readonly Reader[] = [
  reader("(?:for|x|×)? ?(\\d{1,3}) ?(?:d|days?)", ([count = ""], found) =>
    withDays(found, Number(count)),
  ),
  reader("(?:for|x|×)? ?(\\d{1,2}) ?(?:w|wks?|weeks?)", ([count = ""], found) =>
    withDays(found, Number(count) * 7),
  ),
  reader("(?:for|x|×)? ?(\\d{1,2}) ?(?:months?|mths?)", ([count = ""], found) =>
    withDays(found, Number(count) * 30),
  ),
  reader("(\\d{1,3})\\/7", ([count = ""], found) => withDays(found, Number(count))),
  reader("(\\d{1,2})\\/52", ([count = ""], found) => withDays(found, Number(count) * 7)),
  reader("(?:for|x|×) ?(\\d{1,3})", ([count = ""], found) => withDays(found, Number(count))),
];

const massUnits: Readonly<Record<string, string>> = {
  gm: "g",
  gms: "g",
  µg: "mcg",
  μg: "mcg",
  ug: "mcg",
  iu: "IU",
};

const strengthReaders: readonly Reader[] = [
  reader(`${num} ?(mg|mcg|ml) ?\\/ ?kg`, ([count = "", unit = ""], found) => {
    const plain = (["mg", "mcg", "ml"] as const).find((known) => known === unit.toLowerCase());
    if (plain === undefined || found.dose !== null) return null;
    return { dose: Number(count), doseUnit: `${plain}_per_kg` };
  }),
  reader(
    `${num} ?(mg|mcg|g|gm) ?\\/ ?(\\d+(?:\\.\\d+)?)? ?ml`,
    ([count = "", unit = "", volume = ""], found) => {
      if (found.strength !== "") return null;
      const mass = massUnits[unit.toLowerCase()] ?? unit.toLowerCase();
      return { strength: `${plainNumber(count)} ${mass}/${volume === "" ? "" : `${volume} `}ml` };
    },
  ),
  reader("(\\d{2,4})\\/5(?: ?ml)?", ([count = ""], found) =>
    found.strength === "" ? { strength: `${count} mg/5 ml` } : null,
  ),
  reader("(\\d+\\/\\d{2,4})(?: ?mg)?", ([count = ""], found) =>
    found.strength === "" ? { strength: `${count} mg` } : null,
  ),
  reader(`${num} ?(mg|mcg|µg|μg|ug|gms?|g|iu)`, ([count = "", unit = ""], found) =>
    withMass(found, count, massUnits[unit.toLowerCase()] ?? unit.toLowerCase()),
  ),
  reader(`${num} ?%`, ([count = ""], found) =>
    found.strength === "" ? { strength: `${plainNumber(count)}%` } : null,
  ),
  reader("(\\d{1,3})k", ([count = ""], found) =>
    found.strength === "" ? { strength: `${count}000 IU` } : null,
  ),
];

const doseReaders: readonly Reader[] = doseTexts.map(([words, { unit, times = 1 }]) =>
  reader(`${amount} ?(?:${words})`, ([count = ""], found) =>
    withDose(found, amountIn(count) * times, unit),
  ),
);

const wordReaders: readonly Reader[] = [
  ...frequencyTexts.map(([words, frequency]) =>
    reader(words, (_, found) => (found.frequency === null ? { frequency } : null)),
  ),
  reader(asNeededTexts, () => ({ isAsNeeded: true })),
  ...noteTexts.map(([words, note]) =>
    reader(words, (_, found) => ({ notes: [...found.notes, note] })),
  ),
];

const routeReaders: readonly Reader[] = routeTexts.map(([words, route]) =>
  reader(words, (_, found) => (found.route === null ? { route } : null)),
);

const amountReaders: readonly Reader[] = [
  reader("(?:#|no\\.?|qty\\.?) ?(\\d{1,4})", ([count = ""], found) =>
    found.quantity === null && Number(count) > 0 ? { quantity: Number(count) } : null,
  ),
  reader(amount, ([count = ""], found) => withNumber(found, count)),
];

/** In the order in which they are tried; what ends a name comes first. */
const ending: readonly Reader[] = [
  reader(`${part}${dash}${part}${dash}${part}(?:${dash}${part})?`, (groups, found) =>
    withPattern(
      found,
      groups.filter((each) => each !== ""),
    ),
  ),
  ...dayReaders,
  ...strengthReaders,
  ...wordReaders,
  ...doseReaders,
  ...amountReaders,
];

interface Step {
  readonly found: Found;
  readonly rest: string;
}

function tried(readers: readonly Reader[], rest: string, found: Found, ends: boolean): Step | null {
  for (const { pattern, read } of readers) {
    const match = pattern.exec(rest);
    if (match === null) continue;
    const added = read(
      match.slice(1).map((group) => group ?? ""),
      found,
    );
    if (added === null) continue;
    const isPastName = found.isPastName || ends;
    return { found: { ...found, ...added, isPastName }, rest: rest.slice(match[0].length) };
  }
  return null;
}

/** A word that means nothing of itself: of the name, or of what the patient is told. */
function word(rest: string, found: Found): Step {
  const [text = rest] = /^[^\s,;]+/u.exec(rest) ?? [];
  const after = rest.slice(text.length);
  return found.isPastName
    ? { found: { ...found, notes: [...found.notes, text] }, rest: after }
    : { found: { ...found, names: [...found.names, text] }, rest: after };
}

function next(rest: string, found: Found): Step {
  const isNamed = found.names.length > 0;
  return (
    (isNamed ? tried(ending, rest, found, true) : null) ??
    tried(formReaders, rest, found, false) ??
    (isNamed ? tried(routeReaders, rest, found, false) : null) ??
    word(rest, found)
  );
}

function doseIn(found: Found, unit: DoseUnit): number | null {
  const isMeasured = unit === "ml" || unit === "drop" || unit === "puff" || unit === "unit";
  return found.dose ?? (isMeasured ? null : 1);
}

function lineOf(found: Found): MedicineLine {
  const { name, generic, known } = namedMedicine(found.names.join(" "));
  const ofUnit = found.doseUnit === null ? null : formOfUnit(found.doseUnit);
  const ofStrength = found.strength.endsWith("ml") ? "syrup" : null;
  const form = found.form ?? ofUnit ?? ofStrength ?? known?.form ?? "tablet";
  const doseUnit = found.doseUnit ?? doseUnitOf(form);
  return {
    name,
    generic,
    strength: found.strength,
    form,
    route: found.route ?? routeOf(form),
    dose: doseIn(found, doseUnit),
    doseUnit,
    frequency: found.frequency ?? (found.isAsNeeded ? "sos" : ""),
    customText: found.customText,
    days: found.days,
    quantity: found.quantity,
    asNeeded: found.isAsNeeded,
    instructions: found.notes.join(" "),
  };
}

/** With one space between words, none within a number, and one between how often and for how long. */
function spaced(typed: string): string {
  return typed
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/(\d),(\d{3})(?!\d)/gu, "$1$2")
    .replaceAll(/\b(od|bd|bid|tds|tid|qid|hs|sos)x?(\d)/giu, "$1 $2");
}

/**
 * A medicine as doctors type it: the name, then how strong, how much, how often and for how long, in any order, and what
 * the patient is told. What is not understood is kept as an instruction, never dropped. Null for a line without a name.
 */
export function medicineLine(typed: string): MedicineLine | null {
  let step: Step = { found: nothingFound, rest: spaced(typed) };
  for (;;) {
    const rest = step.rest.replace(/^(?:[\s,;]|\.(?!\d))+/u, "");
    if (rest === "") break;
    step = next(rest, step.found);
  }
  return step.found.names.length === 0 ? null : lineOf(step.found);
}
