import type * as z from "zod";
import type { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { createChance, type Chance } from "./chance.ts";
import { otherSpellings, type DemoName, type NamePool } from "./names.ts";
import { demoTowns, type DemoTown } from "./places.ts";

/** What `POST /v1/patients` takes. */
export type PatientBody = z.input<typeof createPatientBody>;

type Gender = "male" | "female";

/** People who live under one roof. */
interface Household {
  readonly pool: NamePool;
  readonly family: DemoName;
  readonly phone: string;
  readonly address: NonNullable<PatientBody["address"]>;
  /** Whether the register writes their names in their own script. */
  readonly isNative: boolean;
}

// Everybody is born before this day, so that nobody is younger than the clinic.
const referenceYear = 2026;
const adultAge = 18;

// Who comes to a clinic in an Indian city, by age: more small children and old people than live there.
const ageBands = [
  { from: 0, to: 4, weight: 11 },
  { from: 5, to: 14, weight: 12 },
  { from: 15, to: 24, weight: 13 },
  { from: 25, to: 34, weight: 17 },
  { from: 35, to: 44, weight: 15 },
  { from: 45, to: 54, weight: 12 },
  { from: 55, to: 64, weight: 10 },
  { from: 65, to: 74, weight: 7 },
  { from: 75, to: 92, weight: 3 },
] as const;

const householdSizes = [
  { size: 1, weight: 55 },
  { size: 2, weight: 20 },
  { size: 3, weight: 14 },
  { size: 4, weight: 8 },
  { size: 5, weight: 3 },
] as const;

const bloodGroups = [
  { group: "B+", weight: 34 },
  { group: "O+", weight: 33 },
  { group: "A+", weight: 21 },
  { group: "AB+", weight: 8 },
  { group: "O-", weight: 2 },
  { group: "B-", weight: 1 },
  { group: "A-", weight: 1 },
] as const;

const consents = [
  { status: "granted", weight: 82 },
  { status: "pending", weight: 15 },
  { status: "denied", weight: 3 },
] as const;

const substances = [
  "Penicillin",
  "Sulfonamides",
  "Aspirin",
  "Peanut",
  "House dust mite",
  "Ibuprofen",
];

/** A number in the form of an Indian mobile; the first digits are spread as they are in use. */
export function demoMobile(chance: Chance): string {
  const head = chance.weighted([
    { digit: "9", weight: 5 },
    { digit: "8", weight: 3 },
    { digit: "7", weight: 3 },
    { digit: "6", weight: 1 },
  ] as const).digit;
  return `+91${head}${String(chance.int(0, 999_999_999)).padStart(9, "0")}`;
}

function homeOf(chance: Chance, town: DemoTown): NonNullable<PatientBody["address"]> {
  const quarter = chance.pick(town.quarters);
  const house = chance.happens(0.6)
    ? `Flat ${chance.int(1, 14)}0${chance.int(1, 8)}, Plot ${chance.int(1, 160)}`
    : `House ${chance.int(1, 900)}`;
  return {
    line1: `${house}, ${chance.pick(town.streets)}`,
    line2: quarter.name,
    city: town.city,
    district: town.district,
    state: town.state,
    postal_code: quarter.postalCode,
    country: "IN",
  };
}

function householdOf(chance: Chance, town: DemoTown): Household {
  const { pool } = chance.weighted(town.communities);
  const family = chance.pick(pool.family);
  const hasScript = family[1] !== undefined;
  return {
    pool,
    family,
    phone: demoMobile(chance),
    address: homeOf(chance, town),
    isNative: hasScript && chance.happens(0.14),
  };
}

function written([latin, native]: DemoName, isNative: boolean): string {
  return isNative ? (native ?? latin) : latin;
}

/** A whole name, in the order of its language. */
function demoName(pool: NamePool, given: DemoName, family: DemoName, isNative: boolean): string {
  const [first, last] = [written(given, isNative), written(family, isNative)];
  return pool.hasInitial === true ? `${last}. ${first}` : `${first} ${last}`;
}

function birthOf(chance: Chance): { readonly age: number; readonly dob: string } {
  const band = chance.weighted(ageBands);
  const age = chance.int(band.from, band.to);
  const born = new Date(Date.UTC(referenceYear - 1 - age, chance.int(0, 11), chance.int(1, 28)));
  return { age, dob: born.toISOString().slice(0, 10) };
}

function maritalOf(chance: Chance, age: number): "single" | "married" | "widowed" {
  if (age < 22) return "single";
  if (age > 60 && chance.happens(0.3)) return "widowed";
  return chance.happens(age < 30 ? 0.5 : 0.92) ? "married" : "single";
}

function parentOf(chance: Chance, home: Household): NonNullable<PatientBody["emergency_contact"]> {
  const given = chance.pick(chance.happens(0.6) ? home.pool.female : home.pool.male);
  return {
    name: demoName(home.pool, given, home.family, home.isNative),
    relationship: "parent",
    phone: home.phone,
  };
}

/** The same digits are never given twice. */
function numbersWithout(chance: Chance): (length: number) => string {
  const given = new Set<string>();
  return (length) => {
    for (;;) {
      const digits = Array.from({ length }, () => chance.int(0, 9)).join("");
      if (given.has(digits)) continue;
      given.add(digits);
      return digits;
    }
  };
}

/** What is noted of some people and not of others. */
function remarksOn(chance: Chance, age: number) {
  return {
    ...(chance.happens(0.55) ? { blood_group: chance.weighted(bloodGroups).group } : {}),
    ...(age >= adultAge && chance.happens(0.7) ? { marital_status: maritalOf(chance, age) } : {}),
    ...(chance.happens(0.07)
      ? {
          allergies: [
            {
              substance: chance.pick(substances),
              criticality: chance.pick(["low", "high"] as const),
            },
          ],
        }
      : {}),
  };
}

interface Numbers {
  readonly abha: (length: number) => string;
  /** How many there are so far: the next number of the old register follows from it. */
  readonly count: number;
}

function personOf(chance: Chance, town: DemoTown, home: Household, numbers: Numbers): PatientBody {
  const gender: Gender = chance.happens(0.52) ? "female" : "male";
  const given = chance.pick(home.pool[gender]);
  const { age, dob } = birthOf(chance);
  const hasOwnPhone = age >= adultAge && chance.happens(0.35);
  const isOldPatient = chance.happens(0.15);
  return {
    name: demoName(home.pool, given, home.family, home.isNative),
    // One in two hundred is registered as neither.
    gender: chance.happens(0.005) ? "other" : gender,
    dob,
    phone: hasOwnPhone ? demoMobile(chance) : home.phone,
    address: home.address,
    consent_status: chance.weighted(consents).status,
    preferred_language: chance.happens(0.15) ? "en-IN" : home.pool.language,
    ...(age < adultAge ? { emergency_contact: parentOf(chance, home) } : {}),
    ...(chance.happens(0.4) ? { abha_id: `91${numbers.abha(12)}` } : {}),
    ...(age >= adultAge && chance.happens(0.1)
      ? { email: `${given[0].toLowerCase()}.${chance.int(100, 9999)}@example.in` }
      : {}),
    ...(isOldPatient
      ? {
          identifiers: [
            {
              type: "mrn",
              value: `${town.registerCode}/${String(4_000 + numbers.count).padStart(6, "0")}`,
            },
          ],
        }
      : {}),
    ...remarksOn(chance, age),
  };
}

// The desk that could not find somebody registers them again: a name spelled by ear, a day and month that were read
// the other way round, the same telephone.
function registeredAgain(chance: Chance, person: PatientBody): PatientBody {
  const words = (person.name ?? "").split(" ");
  const heard = words.map((word) => otherSpellings[word] ?? word).join(" ");
  const { abha_id: _abha, identifiers: _identifiers, email: _email, ...rest } = person;
  const [year = "", month = "", day = ""] = (person.dob ?? "").split("-");
  const swapped = Number(day) <= 12 && chance.happens(0.5) ? `${year}-${day}-${month}` : undefined;
  const name = heard === person.name ? words.toReversed().join(" ") : heard;
  return {
    ...rest,
    name,
    ...(swapped === undefined ? {} : { dob: swapped }),
    consent_status: "pending",
  };
}

/**
 * Invented patients of a town, in households that share a roof and mostly a telephone. The same arguments give the
 * same people; about one in eighty is somebody who was registered before under another spelling.
 */
export function demoPatients(
  count: number,
  seed: number,
  town: DemoTown = demoTowns.pune,
): readonly PatientBody[] {
  const chance = createChance(seed);
  const abha = numbersWithout(chance);
  const people: PatientBody[] = [];
  while (people.length < count) {
    const home = householdOf(chance, town);
    const { size } = chance.weighted(householdSizes);
    for (let member = 0; member < size; member += 1) {
      people.push(personOf(chance, town, home, { abha, count: people.length }));
    }
    const earlier = people.length > 20 && chance.happens(0.024) ? chance.pick(people) : undefined;
    if (earlier !== undefined) people.push(registeredAgain(chance, earlier));
  }
  return people.slice(0, count);
}
