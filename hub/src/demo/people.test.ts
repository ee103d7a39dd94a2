import { describe, expect, test } from "vitest";
import { createPatientBody } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { scheduleBlockShape } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import { phone } from "@edgeward/shared/contract/fields.ts";
import { roles } from "@edgeward/shared/contract/access.ts";
import { createChance } from "./chance.ts";
import { demoPatients } from "./people.ts";
import { demoTowns } from "./places.ts";
import { demoStaff, radiologistPlace } from "./staff.ts";

const people = demoPatients(1_200, 7);
const share = (isSo: (person: (typeof people)[number]) => boolean) =>
  people.filter(isSo).length / people.length;
const birthYear = (dob: string | null | undefined) => Number((dob ?? "").slice(0, 4));

describe("the patients of the demo", () => {
  test("are the same for the same seed, and others for another", () => {
    expect(demoPatients(50, 7)).toEqual(people.slice(0, 50));
    expect(demoPatients(50, 8)).not.toEqual(people.slice(0, 50));
  });

  test("fit the contract, with telephone numbers that India could give out", () => {
    const mobile = phone("IN");
    for (const person of people) {
      createPatientBody.parse(person);
      expect(mobile.parse(person.phone)).toMatch(/^\+91[6-9]\d{9}$/);
    }
  });

  test("have numbers of their own: no ABHA number or record number stands twice", () => {
    const numbers = people.flatMap((person) => [
      ...(typeof person.abha_id === "string" ? [person.abha_id] : []),
      ...(person.identifiers ?? []).map(({ value }) => value),
    ]);
    expect(numbers.length).toBeGreaterThan(500);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test("are of every age, and every child has somebody who answers for it", () => {
    const children = people.filter(({ dob }) => birthYear(dob) > 2008);
    expect(children.length / people.length).toBeGreaterThan(0.15);
    expect(children.every((child) => child.emergency_contact?.relationship === "parent")).toBe(
      true,
    );
    expect(share(({ dob }) => birthYear(dob) < 1961)).toBeGreaterThan(0.08);
    expect(people.every(({ dob }) => birthYear(dob) >= 1932 && birthYear(dob) <= 2025)).toBe(true);
  });

  test("write their names in several scripts", () => {
    const inScript = (script: RegExp) =>
      people.filter(({ name }) => script.test(name ?? "")).length;
    expect(inScript(/\p{Script=Devanagari}/u)).toBeGreaterThan(40);
    expect(inScript(/\p{Script=Bengali}/u)).toBeGreaterThan(0);
    expect(
      demoPatients(100, 7, demoTowns.chennai).some(({ name }) =>
        /\p{Script=Tamil}/u.test(name ?? ""),
      ),
    ).toBe(true);
    expect(inScript(/\p{Script=Latin}/u)).toBeGreaterThan(900);
  });

  test("share telephones within a family, and about two in five have an ABHA number", () => {
    const phones = new Set(people.map((person) => person.phone));
    expect(phones.size).toBeLessThan(1_100);
    expect(phones.size).toBeGreaterThan(500);
    const withAbha = share(({ abha_id: abha }) => abha !== undefined);
    expect(withAbha).toBeGreaterThan(0.33);
    expect(withAbha).toBeLessThan(0.47);
  });

  test("include somebody who was registered twice: same telephone and year of birth, another name", () => {
    const byPhone = Map.groupBy(people, (person) => person.phone);
    const twice = [...byPhone.values()].flatMap((family) =>
      family.filter((one) =>
        family.some(
          (other) =>
            other !== one &&
            other.name !== one.name &&
            other.gender === one.gender &&
            other.dob === one.dob,
        ),
      ),
    );
    expect(twice.length).toBeGreaterThan(4);
  });
});

describe("the staff of the demo", () => {
  const staff = demoStaff(["brn_a", "brn_b"], 3);
  const of = (branch: string, role: string) =>
    staff.filter(({ fields }) => fields.branches.includes(branch) && fields.primary_role === role);

  test.each(["brn_a", "brn_b"])("of branch %s can run it", (branch) => {
    const departments = of(branch, "doctor").map(({ fields }) => fields.department);
    expect(departments).toEqual([
      "general-medicine",
      "paediatrics",
      "orthopaedics",
      "obstetrics",
      // The radiologist: with a registration, and without hours, for nobody is booked with one.
      "radiology",
    ]);
    expect(of(branch, "doctor").at(radiologistPlace)?.fields).toMatchObject({
      designation: "Radiologist",
      schedule: [],
      registration: { council: "Maharashtra Medical Council" },
    });
    const counts = ["nurse", "front_desk", "branch_admin", "pharmacist", "lab"].map(
      (role) => of(branch, role).length,
    );
    expect(counts).toEqual([2, 2, 1, 1, 3]);
  });

  test("have usernames and numbers of their own, roles that exist, and hours that fit the contract", () => {
    expect(new Set(staff.map(({ username }) => username)).size).toBe(staff.length);
    expect(new Set(staff.map(({ fields }) => fields.employee_no)).size).toBe(staff.length);
    for (const { fields } of staff) {
      expect(roles).toContain(fields.primary_role);
      for (const block of fields.schedule) scheduleBlockShape.parse(block);
    }
  });

  test("begin with a doctor who works every day of the week, with slots left to the internet", () => {
    const [first] = of("brn_a", "doctor");
    expect(new Set(first?.fields.schedule.map(({ weekday }) => weekday)).size).toBe(7);
    expect(first?.fields.schedule.every(({ online_quota: quota }) => quota > 0)).toBe(true);
  });
});

describe("chance", () => {
  test("is spread evenly and stays in its bounds", () => {
    const chance = createChance(1);
    const counts = Array.from({ length: 6 }, () => 0);
    for (let roll = 0; roll < 6_000; roll += 1) {
      const side = chance.int(0, 5);
      counts[side] = (counts[side] ?? 0) + 1;
    }
    expect(counts).toHaveLength(6);
    expect(Math.min(...counts)).toBeGreaterThan(900);
    expect(Math.max(...counts)).toBeLessThan(1_100);
  });

  test("prefers what weighs more, and never takes what weighs nothing", () => {
    const chance = createChance(2);
    const list = [
      { name: "light", weight: 1 },
      { name: "heavy", weight: 9 },
      { name: "none", weight: 0 },
    ];
    const drawn = Array.from({ length: 1_000 }, () => chance.weighted(list).name);
    expect(drawn).not.toContain("none");
    expect(drawn.filter((name) => name === "heavy").length).toBeGreaterThan(850);
  });
});
