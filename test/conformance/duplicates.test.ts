// Who types somebody's particulars is shown whom they may be already: found in spite of the slips that people make, and not
// somebody else. The people are made up here from a seed, two records of one differing as two desks' records do.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChance } from "@edgeward/hub/demo/chance.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { worldOf, type World } from "./world.ts";

type Query = NonNullable<RequestOf<typeof patientsContract.duplicates>["query"]>;

/** Somebody made up. */
interface Person {
  readonly name: string;
  readonly gender: "male" | "female";
  readonly dob: string;
  readonly phone: string | null;
  readonly guardian: string | null;
  readonly guardianPhone: string;
  readonly village: string;
  readonly house: string;
  readonly postalCode: string;
  readonly number: string;
}

const givenNames = {
  female:
    "Asha Lakshmi Sunita Meena Kavita Rekha Geeta Pooja Savitri Fatima Ayesha Harpreet Parvati Radha Shobha Usha Vandana Nirmala Kamala Yashoda Deepa Anjali Bhavani Chandrika Jyoti Madhuri Padma Rukmini Saraswati Tulsi",
  male: "Ramesh Suresh Mahesh Rajesh Vijay Sanjay Anil Sunil Mohammed Imran Gurpreet Krishna Venkatesh Subramanian Ganesh Prakash Dinesh Arjun Bharat Chandan Deepak Farhan Gopal Harish Jagdish Kiran Lokesh Manoj Naveen Omkar",
};
const familyNames =
  "Patil Kulkarni Sharma Verma Iyer Nair Reddy Rao Shaikh Khan Ansari Singh Kaur Gowda Hegde Shetty Chaudhary Mukherjee Banerjee Chatterjee Das Sahu Yadav Tiwari Mishra Pandey Joshi Deshpande Naidu Pillai Menon Bhat Kamat Desai Mehta";
const streets = "Mill Temple Station Market Tank Garden School Fort River Church".split(" ");
const villages =
  "Rampur Bhojpur Sitapur Madhupur Kishanganj Hosur Tumkur Kolar Mandya Palghar Vasai Karjat Mulshi Bhor Wai Satara Jath Miraj Barshi Paithan";

type Random = () => number;

function oneOf<T>(random: Random, all: readonly T[]): T {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
}

const wordsIn = (text: string) => text.split(" ");
const twoDigits = (value: number) => String(value).padStart(2, "0");

const mobile = (random: Random) => `9${String(Math.floor(random() * 1e9)).padStart(9, "0")}`;

function personOf(random: Random): Person {
  const gender = oneOf(random, ["male", "female"] as const);
  const family = oneOf(random, wordsIn(familyNames));
  const middle = random() < 0.3 ? ` ${oneOf(random, wordsIn(givenNames.male))}` : "";
  const year = 1935 + Math.floor(random() * 88);
  const dob = `${year}-${twoDigits(1 + Math.floor(random() * 12))}-${twoDigits(1 + Math.floor(random() * 28))}`;
  return {
    name: `${oneOf(random, wordsIn(givenNames[gender]))}${middle} ${family}`,
    gender,
    dob,
    phone: random() < 0.8 ? mobile(random) : null,
    guardianPhone: mobile(random),
    guardian: random() < 0.5 ? `${oneOf(random, wordsIn(givenNames.male))} ${family}` : null,
    village: oneOf(random, wordsIn(villages)),
    house: `${1 + Math.floor(random() * 250)} ${oneOf(random, streets)} Road`,
    postalCode: String(411_001 + Math.floor(random() * 900)),
    number: `K${String(Math.floor(random() * 1e7)).padStart(7, "0")}`,
  };
}

/** One letter left out, doubled, changed or swapped with its neighbour, behind the first. */
function slipped(random: Random, text: string): string {
  const at = 1 + Math.floor(random() * (text.length - 2));
  const [before, letter, behind] = [text.slice(0, at), text.charAt(at), text.slice(at + 1)];
  const other = oneOf(random, "aeioumnrst".split(""));
  return oneOf(random, [
    before + behind,
    before + letter + letter + behind,
    before + other + behind,
    before + behind.charAt(0) + letter + behind.slice(1),
  ]);
}

type Slip = (random: Random, person: Person) => Person;

const nameSlips: readonly Slip[] = [
  (random, person) => {
    const words = wordsIn(person.name);
    const at = Math.floor(random() * words.length);
    const name = words.map((word, index) => (index === at ? slipped(random, word) : word));
    return { ...person, name: name.join(" ") };
  },
  (_, person) => ({ ...person, name: wordsIn(person.name).toReversed().join(" ") }),
  (_, person) => {
    const words = wordsIn(person.name);
    return { ...person, name: [words[0], words.at(-1)].join(" ") };
  },
  (_, person) => ({
    ...person,
    name: person.name
      .replaceAll("sh", "s")
      .replaceAll("ee", "i")
      .replaceAll("oo", "u")
      .replaceAll("ksh", "x"),
  }),
];

const otherSlips: readonly Slip[] = [
  (_, person) => {
    const [year = "", month = "", day = ""] = person.dob.split("-");
    return Number(day) > 12 ? person : { ...person, dob: `${year}-${day}-${month}` };
  },
  (random, person) => {
    const day = twoDigits(1 + Math.floor(random() * 28));
    return { ...person, dob: person.dob.slice(0, 9) + day.charAt(1) };
  },
  (_, person) => ({ ...person, phone: null }),
  (random, person) => ({ ...person, phone: mobile(random) }),
  (random, person) => ({ ...person, village: oneOf(random, wordsIn(villages)) }),
  (_, person) => ({ ...person, guardian: null }),
];

/** The same person as another desk writes them down: up to one slip in the name, up to two elsewhere. */
function again(random: Random, person: Person): Person {
  const slips = [
    ...(random() < 0.8 ? [oneOf(random, nameSlips)] : []),
    ...(random() < 0.8 ? [oneOf(random, otherSlips)] : []),
    ...(random() < 0.3 ? [oneOf(random, otherSlips)] : []),
  ];
  return slips.reduce((written, slip) => slip(random, written), person);
}

// As registers of different years have it: several fields damaged, a name or a birth date quite another, or none.
const damages: readonly Slip[] = [
  ...nameSlips,
  ...otherSlips,
  (random, person) => {
    const [, ...rest] = wordsIn(person.name);
    return {
      ...person,
      name: [oneOf(random, wordsIn(givenNames[person.gender])), ...rest].join(" "),
    };
  },
  (random, person) => {
    const first = wordsIn(person.name)[0] ?? "";
    return { ...person, name: `${first} ${oneOf(random, wordsIn(familyNames))}` };
  },
  (_, person) => ({ ...person, name: wordsIn(person.name).at(-1) ?? person.name }),
  (random, person) => ({ ...person, dob: personOf(random).dob }),
  (_, person) => ({ ...person, dob: "" }),
  (random, person) => ({ ...person, house: slipped(random, person.house) }),
  (_, person) => ({ ...person, house: "" }),
  (random, person) => ({ ...person, postalCode: personOf(random).postalCode }),
];

/** The same person with one to five of their fields damaged; the number stays, as it is copied from the paper. */
function damaged(random: Random, person: Person): Person {
  const count = 1 + Math.floor(random() * 5);
  const chosen = Array.from({ length: count }, () => oneOf(random, damages));
  const start: Person = { ...person, phone: null };
  return chosen.reduce((written, damage) => damage(random, written), start);
}

/** Whether a form takes it for a birth date. */
function isRealDate(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

const registered = 300;
const asked = 300;

describe.each(engines)("who may be registered already, on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  const chance = createChance(20_260_311);
  const random = () => chance.next();
  const people: { readonly person: Person; readonly id: string }[] = [];

  async function register(person: Person): Promise<string> {
    const { name, gender, dob, phone, guardian, guardianPhone, village } = person;
    const { house, postalCode, number } = person;
    const body: RequestOf<typeof patientsContract.create>["body"] = {
      name,
      gender,
      dob,
      address: { line1: house, city: village, postal_code: postalCode },
      identifiers: [{ type: "passport", value: number }],
      ...(phone === null ? {} : { phone }),
      emergency_contact: {
        name: guardian ?? "Nobody Known",
        relationship: "guardian",
        phone: guardianPhone,
      },
    };
    return (await world.client.call(patientsContract.create, { body })).body.id;
  }

  async function asksFor({ name, gender, dob, phone, guardian, village }: Person) {
    const query: Query = {
      name,
      gender,
      dob,
      village,
      ...(phone === null ? {} : { phone }),
      ...(guardian === null ? {} : { guardian }),
    };
    const { body } = await world.client.call(patientsContract.duplicates, { query });
    return body.data.map(({ id }) => id);
  }

  /** All that a form has, where it is known. */
  async function asksWholly({ name, gender, dob, village, house, postalCode, number }: Person) {
    const known = {
      name,
      gender,
      dob: isRealDate(dob) ? dob : "",
      village,
      line1: house,
      postal_code: postalCode,
      number,
    };
    const query: Query = Object.fromEntries(
      Object.entries(known).filter(([, value]) => value !== ""),
    );
    const { body } = await world.client.call(patientsContract.duplicates, { query });
    return body.data.map((found) => found.id);
  }

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    for (let index = 0; index < registered; index += 1) {
      const person = personOf(random);
      people.push({ person, id: await register(person) });
    }
  }, 120_000);
  afterAll(() => node.stop());

  test("are found in 95 of 100 cases as another desk writes them, and somebody else in 2 of 100 at most", async () => {
    const missed: unknown[] = [];
    let alarms = 0;
    for (const { person, id } of people) {
      const written = again(random, person);
      const found = await asksFor(written);
      if (!found.includes(id)) missed.push([person, written]);
      alarms += found.filter((each) => each !== id).length;
    }
    const strangers: unknown[] = [];
    for (let index = 0; index < asked; index += 1) {
      const person = personOf(random);
      const found = await asksFor(person);
      if (found.length > 0) strangers.push([person, found]);
    }
    const recall = 1 - missed.length / registered;
    expect(recall, JSON.stringify(missed.slice(0, 8), null, 1)).toBeGreaterThanOrEqual(0.95);
    const rate = (alarms + strangers.length) / (registered + asked);
    expect(rate, JSON.stringify(strangers.slice(0, 8))).toBeLessThanOrEqual(0.02);
  }, 120_000);

  test("are found in 95 of 100 cases by house, place and number where a name or a birth date is quite another", async () => {
    const missed: unknown[] = [];
    let alarms = 0;
    for (const { person, id } of people) {
      const written = damaged(random, person);
      const found = await asksWholly(written);
      if (!found.includes(id)) missed.push([person, written]);
      alarms += found.filter((each) => each !== id).length;
      alarms += (await asksWholly(personOf(random))).length;
    }
    const recall = 1 - missed.length / registered;
    expect(recall, JSON.stringify(missed.slice(0, 8), null, 1)).toBeGreaterThanOrEqual(0.95);
    expect(alarms / (2 * registered)).toBeLessThanOrEqual(0.02);
  }, 120_000);

  test("are found by the day of birth and the house where no word of the name sounds alike", async () => {
    const person = { ...personOf(random), name: "Kaveri Bommanahalli" };
    const id = await register(person);
    const found = await asksWholly({
      ...person,
      name: "Kaveri Xypqzw",
      number: "",
      phone: null,
      guardian: null,
    });
    expect(found).toEqual([id]);
  });

  test("are the survivor where the record that is like them was merged", async () => {
    const one = await register({
      ...personOf(random),
      name: "Chandramukhi Wadekar",
      phone: "9822019901",
    });
    const other = await register({ ...personOf(random), name: "Kumudini Phadke" });
    const body = { survivor_id: other, reason: "Registered twice" };
    await world.client.call(patientsContract.merge, { params: { id: one }, body });
    const query = { name: "Chandramukhi Vadekar", phone: "9822019901" };
    const found = await world.client.call(patientsContract.duplicates, { query });
    expect(found.body.data.map(({ id }) => id)).toEqual([other]);
  });

  test("are nobody where little is known, and nothing is refused for it", async () => {
    for (const query of [
      {},
      { name: "Asha" },
      { phone: "982" },
      { age_years: "40" },
      { village: "Wai" },
    ]) {
      const { body } = await world.client.call(patientsContract.duplicates, { query });
      expect(body.data).toEqual([]);
    }
  });
});
