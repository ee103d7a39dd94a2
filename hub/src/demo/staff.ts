import type { ScheduleBlock } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { staffTable } from "@edgeward/shared/clinical/staff/staff.table.ts";
import type { Fields } from "@edgeward/shared/write/model.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import { createChance, type Chance } from "./chance.ts";
import { westernCity, type Community } from "./names.ts";
import { demoMobile } from "./people.ts";

/** Somebody who works at a clinic of the demo, with the name they sign in by. */
export interface DemoStaff {
  readonly username: string;
  readonly fields: Fields<typeof staffTable.columns>;
}

interface Post {
  readonly role: string;
  readonly designation: string;
  readonly department: string | null;
  readonly specialities?: readonly string[];
  readonly council?: string;
  readonly hours: readonly ScheduleBlock[];
}

const workdays = [1, 2, 3, 4, 5, 6] as const;
const everyDay = [...workdays, 7] as const;

type Weekday = (typeof everyDay)[number];
type Stretch = readonly [from: string, to: string];

interface Hours {
  readonly days: readonly Weekday[];
  readonly stretches: readonly Stretch[];
  readonly minutes: number;
  /** Slots at the end of each stretch that are sold online. */
  readonly online: number;
}

function hoursAt(
  location: string,
  { days, stretches, minutes, online }: Hours,
): readonly ScheduleBlock[] {
  return days.flatMap((weekday) =>
    stretches.map(([from, to]) => ({
      weekday,
      from,
      to,
      slot_min: minutes,
      location,
      online_quota: online,
    })),
  );
}

const medical = "Maharashtra Medical Council";
const nursing = "Maharashtra Nursing Council";

// The first post of a branch is open every day until late, so that whoever tries the demo finds a free slot.
const doctorPosts: readonly Post[] = [
  {
    role: "doctor",
    designation: "Consultant Physician",
    department: "general-medicine",
    specialities: ["General Medicine", "Diabetology"],
    council: medical,
    hours: hoursAt("Room 1", {
      days: everyDay,
      stretches: [
        ["08:00", "13:00"],
        ["14:00", "21:00"],
      ],
      minutes: 15,
      online: 6,
    }),
  },
  {
    role: "doctor",
    designation: "Consultant Paediatrician",
    department: "paediatrics",
    specialities: ["Paediatrics", "Neonatology"],
    council: medical,
    hours: hoursAt("Room 2", {
      days: workdays,
      stretches: [
        ["09:30", "13:00"],
        ["17:00", "20:00"],
      ],
      minutes: 15,
      online: 4,
    }),
  },
  {
    role: "doctor",
    designation: "Orthopaedic Surgeon",
    department: "orthopaedics",
    specialities: ["Orthopaedics", "Sports Injuries"],
    council: medical,
    hours: hoursAt("Room 3", {
      days: [1, 3, 5],
      stretches: [["10:00", "14:00"]],
      minutes: 20,
      online: 3,
    }),
  },
  {
    role: "doctor",
    designation: "Obstetrician and Gynaecologist",
    department: "obstetrics",
    specialities: ["Obstetrics", "Gynaecology"],
    council: medical,
    hours: hoursAt("Room 4", {
      days: [2, 4, 6],
      stretches: [
        ["09:00", "12:30"],
        ["16:30", "19:00"],
      ],
      minutes: 20,
      online: 3,
    }),
  },
];

const nurse: Post = {
  role: "nurse",
  designation: "Staff Nurse",
  department: "general-medicine",
  council: nursing,
  hours: [],
};
const desk: Post = {
  role: "front_desk",
  designation: "Front Desk Executive",
  department: null,
  hours: [],
};

/** Everybody whom a branch needs. */
const posts: readonly Post[] = [
  ...doctorPosts,
  nurse,
  { ...nurse, department: "paediatrics" },
  desk,
  desk,
  { role: "branch_admin", designation: "Branch Manager", department: null, hours: [] },
  {
    role: "pharmacist",
    designation: "Pharmacist",
    department: "pharmacy",
    council: "Maharashtra State Pharmacy Council",
    hours: [],
  },
];

/** Whoever looks after all branches of a clinic. */
const administrator: Post = {
  role: "tenant_admin",
  designation: "Administrator",
  department: null,
  hours: [],
};

/** Who does the tests of a branch, and who answers for them: what one enters the other verifies. */
const laboratory: readonly Post[] = [
  { role: "lab", designation: "Laboratory Technician", department: null, hours: [] },
  { role: "lab", designation: "Pathologist", department: null, council: medical, hours: [] },
];

/** Who takes the images of a branch. */
const imaging: readonly Post[] = [
  { role: "lab", designation: "Radiographer", department: "radiology", hours: [] },
];

/** Who reports on the images of a branch. Nobody is booked with them, so they have no hours. */
const reporting: readonly Post[] = [
  {
    role: "doctor",
    designation: "Radiologist",
    department: "radiology",
    specialities: ["Radiodiagnosis"],
    council: medical,
    hours: [],
  },
];

/** Who takes money for a branch, and who keeps its goods. */
const counters: readonly Post[] = [
  { role: "billing", designation: "Cashier", department: null, hours: [] },
  { role: "stores", designation: "Storekeeper", department: null, hours: [] },
];

/** Behind how many other doctors the radiologist of a branch stands. */
export const radiologistPlace = doctorPosts.length;

/** Behind how many others of the same role the radiographer of a branch stands. */
export const radiographerPlace = laboratory.length;

/** Two people of one name would have to share a username. */
function nameSource(chance: Chance, communities: readonly Community[]) {
  const taken = new Set<string>();
  return (isFemale: boolean): { readonly name: string; readonly username: string } => {
    for (;;) {
      const { pool } = chance.weighted(communities);
      const [given] = chance.pick(isFemale ? pool.female : pool.male);
      const [family] = chance.pick(pool.family);
      const username = `${given}.${family}`.toLowerCase();
      if (taken.has(username)) continue;
      taken.add(username);
      const name = pool.hasInitial === true ? `${family}. ${given}` : `${given} ${family}`;
      return { name, username };
    }
  };
}

function registrationOf(chance: Chance, post: Post) {
  if (post.council === undefined) return null;
  return {
    council: post.council,
    no: `DEMO-${chance.int(10_000, 99_999)}`,
    valid_until: "2031-03-31",
  };
}

/** The people of each branch: doctors first, and the first of them works every day. The same seed gives the same people. */
export function demoStaff(
  branchIds: readonly string[],
  seed: number,
  communities: readonly Community[] = westernCity,
): readonly DemoStaff[] {
  const chance = createChance(seed);
  const nameOf = nameSource(chance, communities);
  const personOf = (post: Post, branches: readonly string[], number: number): DemoStaff => {
    const isFemale = chance.happens(post.role === "nurse" ? 0.85 : 0.5);
    const { name, username } = nameOf(isFemale);
    const called = post.role === "doctor" ? `Dr. ${name}` : name;
    return {
      username,
      fields: {
        // Known at every branch: a doctor may be named anywhere in the tenant.
        branch_id: null,
        employee_no: `E${String(number).padStart(4, "0")}`,
        name: called,
        name_key: normaliseName(called),
        gender: isFemale ? "female" : "male",
        phone: demoMobile(chance),
        email: `${username}@example.in`,
        roles: [post.role],
        primary_role: post.role,
        department: post.department,
        designation: post.designation,
        specialities: post.specialities ?? [],
        registration: registrationOf(chance, post),
        branches,
        schedule: post.hours,
        status: "active",
        metadata: {},
      },
    };
  };
  const atEach = (of: readonly Post[], from: number) =>
    branchIds.flatMap((branchId, branch) =>
      of.map((post, place) => personOf(post, [branchId], (branch + 1) * 100 + place + from)),
    );
  const ofBranches = atEach(posts, 1);
  const ofAll = personOf(administrator, branchIds, 1);
  // Later ones behind, so that those who were there before keep their names.
  const others = [
    atEach(laboratory, 51),
    atEach(imaging, 61),
    atEach(reporting, 71),
    atEach(counters, 81),
  ];
  return [...ofBranches, ofAll, ...others.flat()];
}
