import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likenessOf, mostLikeness, probablyAlike, type Likely } from "./patients.likeness.ts";

const born = { dob: "1984-09-12", gender: "female" } as const;

function isAlike(one: Likely, other: Likely): boolean {
  return likenessOf(one, other) >= probablyAlike && likenessOf(other, one) >= probablyAlike;
}

// One person, registered at two desks by ear: what clerks of different states write.
const spellings: readonly (readonly [string, string])[] = [
  ["Lakshmi Narayanan", "Laxmi Narayanan"],
  ["Mohammed Rafiq Shaikh", "Mohd Rafique Sheikh"],
  ["Subramaniam Iyer", "Subramanian Aiyar"],
  ["Saurabh Chaudhary", "Sourav Choudhury"],
  ["Poornima Bhattacharya", "Purnima Bhattacharyya"],
  ["Geetha Rajasekharan", "Gita Rajasekaran"],
  ["Vijayalakshmi Reddy", "Vijaylaxmi Reddi"],
  ["Farhaan Qureshi", "Farhan Kureshi"],
  ["Deepika Mukherjee", "Dipika Mukherji"],
  ["Jnanesh Kulkarni", "Gyanesh Kulkarni"],
  ["Pradnya Joshi", "Pragya Joshi"],
  ["Thiruvenkatam Pillai", "Tiruvengadam Pillai"],
  ["Zakir Hussain", "Jakir Husain"],
  ["Shrikant Deshpande", "Srikanth Deshpandey"],
  ["Bibek Bannerjee", "Vivek Banerjee"],
  ["Ramakrishna Rao", "Ram Krishna Rao"],
  ["Ayesha Begum", "Aisha Begam"],
  ["Kamala Devi", "Kamla Devi"],
  ["Parvathi Nair", "Parvati Nayar"],
  ["Sunil Kumar Verma", "Suneel Varma"],
  ["Yashoda Bai", "Jashoda Bai"],
  ["Ganapathi Hegde", "Ganapati Hegade"],
  ["Rukhsana Ansari", "Ruksana Ansari"],
  ["Krishnamurthy Gowda", "Krishnamurti Gauda"],
  ["Swathi Sharma", "Swati Sarma"],
  ["Ravi Shankar Tiwari", "Ravishankar Tiwary"],
  ["Meenakshi Sundaram", "Minakshi Sundaram"],
  ["Vishwanath Acharya", "Visvanath Acharia"],
  ["Harpreet Kaur", "Harprit Kour"],
  ["राजेश कुमार", "Rajesh Kumar"],
];

describe("one person written twice", () => {
  test("is found alike in at least 28 of 30 pairs of Indian spellings", () => {
    const missed = spellings.filter(
      ([one, other]) => !isAlike({ ...born, name: one }, { ...born, name: other }),
    );
    expect(spellings).toHaveLength(30);
    expect(missed.length, JSON.stringify(missed)).toBeLessThanOrEqual(2);
  });

  const asha = { ...born, name: "Asha Patil", phone: "+919822011401" } as const;

  test.each<readonly [string, Likely]>([
    ["a day and month in each other's place", { ...asha, dob: "1984-12-09" }],
    [
      "a slip in the name and another phone",
      { ...asha, name: "Asah Patil", phone: "+919000011111" },
    ],
    ["the names in the other order", { ...asha, name: "Patil Asha", phone: null }],
    ["a guessed year", { ...asha, dob: "1985-07-01", dob_estimated: true }],
    ["no birth date", { ...asha, dob: null }],
    [
      "the phone as the other number",
      { ...asha, dob: null, phone: null, alternate_phone: "9822011401" },
    ],
    ["one ABHA number and nothing else", { name: "Someone", abha_id: "91-1", gender: "male" }],
  ])("is found alike with %s", (_, other) => {
    expect(isAlike({ ...asha, abha_id: "91-1" }, other)).toBe(true);
  });

  const house = { line1: "12 Tank Bund Road", city: "Mandya", postal_code: "571401" } as const;
  const wed = { ...asha, phone: null, address: house } as const;
  const passport = [{ value: "K1234567" }] as const;

  test.each<readonly [string, Likely, Likely]>([
    ["a name torn in two", asha, { ...asha, name: "As ha Pat il", phone: null }],
    ["another family's name, in the same house", wed, { ...wed, name: "Asha Kulkarni" }],
    [
      "a slip in the house and no birth date",
      wed,
      { ...wed, dob: null, address: { ...house, line1: "Tank Bnd Road 12" } },
    ],
    [
      "quite another name with the same number",
      { ...wed, identifiers: passport },
      { ...wed, name: "Usharani Gowda", identifiers: [{ value: "k-123 4567" }] },
    ],
    [
      "quite another birth date with the same number",
      { ...asha, identifiers: passport },
      { ...asha, dob: "1951-01-30", identifiers: passport },
    ],
  ])("is found alike with %s", (_, one, other) => {
    expect(isAlike(one, other)).toBe(true);
  });

  test("is found by the guardian and the village where the birth date is a guess and there is no phone", () => {
    const child = {
      name: "Sonu Yadav",
      gender: "male",
      dob: "2019-07-01",
      dob_estimated: true,
      emergency_contact: { name: "Ramesh Yadav" },
      address: { city: "Rampur" },
    } as const;
    expect(isAlike(child, { ...child, dob: "2018-07-01" })).toBe(true);
    const elsewhere = {
      ...child,
      emergency_contact: { name: "Suresh Prasad" },
      address: { city: "Bhojpur" },
    };
    expect(isAlike(child, elsewhere)).toBe(false);
  });
});

describe("two people", () => {
  const ramesh = {
    name: "Ramesh Kumar",
    gender: "male",
    dob: "1975-03-04",
    phone: "+919822011402",
    address: { city: "Pune", line1: "7 Mill Road" },
  } as const;

  test.each<readonly [string, Likely]>([
    ["husband and wife with one phone", { ...ramesh, name: "Sunita Kumar", gender: "female" }],
    ["father and son with one phone", { ...ramesh, name: "Rohan Kumar", dob: "2004-08-19" }],
    ["father and son of one name", { ...ramesh, dob: "2004-08-19" }],
    ["twins", { ...ramesh, name: "Dinesh Kumar" }],
    [
      "father and son of one name in one house",
      { ...ramesh, dob: "2004-08-19", address: { city: "Pune", line1: "7 Mill Road" } },
    ],
    ["twins in one house", { ...ramesh, name: "Dinesh Kumar", address: { line1: "7 Mill Road" } }],
    ["namesakes of one year", { ...ramesh, dob: "1975-11-29", phone: null, address: null }],
    ["namesakes without anything else", { name: "Ramesh Kumar", gender: "male" }],
    ["brother and sister of one name", { ...ramesh, gender: "female", phone: null }],
    ["holders of two ABHA numbers", { ...ramesh, abha_id: "91-2", phone: null, address: null }],
    [
      "husband and wife with one policy",
      {
        ...ramesh,
        name: "Sunita Rao",
        gender: "female",
        dob: "1979-02-03",
        identifiers: [{ value: "POL-778899" }],
      },
    ],
    ["nobody in particular", {}],
  ])("are not taken for one: %s", (_, other) => {
    expect(
      isAlike({ ...ramesh, abha_id: "91-1", identifiers: [{ value: "POL-778899" }] }, other),
    ).toBe(false);
  });
});

describe("the most that can speak for two being one", () => {
  const oneOf = <T>(...values: readonly T[]) => fc.constantFrom(...values);
  const contact = { name: "Ravi Patil", phone: "+919822011402" };
  const others = { phone: "+919822011401" };
  const house = { line1: "12 Tank Bund Road", city: "Mandya" };
  const anybody: fc.Arbitrary<Likely> = fc.record({
    name: oneOf(null, "Asha Patil", "Asha Kulkarni", "Aasha Patel", "Ganesh Mane"),
    gender: oneOf(null, "female", "male", "unknown"),
    dob: oneOf(null, "1984-09-12", "1984-12-09", "1994-09-12", "1985-01-01", "1951-03-03"),
    dob_estimated: oneOf(true, false, undefined),
    phone: oneOf(null, "+919822011401", "+919822011402", "+919822011411"),
    alternate_phone: oneOf(null, "+919822011401"),
    identifiers: oneOf(null, [{ value: "K1234567" }], [{ value: "K7654321" }]),
    emergency_contact: oneOf<Likely["emergency_contact"]>(null, {}, contact, others),
    address: oneOf<Likely["address"]>(null, {}, { city: "Mandya" }, house),
  });

  test("is never less than what does", () => {
    fc.assert(
      fc.property(anybody, anybody, (one, other) => {
        const { gender, dob, dob_estimated: isGuess } = other;
        const glimpse = { gender, dob, dob_estimated: isGuess };
        // Of two whose names are others' nothing is added up.
        const most = Math.max(0, mostLikeness(one, glimpse));
        expect(most).toBeGreaterThanOrEqual(likenessOf(one, other));
      }),
      { numRuns: 5_000 },
    );
  });

  test("leaves out who was born years apart, where all else that was said is alike", () => {
    const asked = { name: "Asha Patil", dob: "1984-09-12", phone: "+919822011401" };
    expect(mostLikeness(asked, { dob: "1961-03-05" })).toBeLessThan(probablyAlike);
    expect(mostLikeness(asked, { dob: "1994-09-12" })).toBeGreaterThanOrEqual(probablyAlike);
  });
});
