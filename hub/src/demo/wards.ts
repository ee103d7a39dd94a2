import type { bedClasses, BedStatus } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { bedsTable } from "@edgeward/shared/clinical/beds/beds.table.ts";
import { wardsTable } from "@edgeward/shared/clinical/wards/wards.table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import type { OpenWrite } from "@edgeward/shared/write/model.ts";
import { branchIdOf, type TenantPlan } from "./plans.ts";

type BedClass = (typeof bedClasses)[number];

interface DemoWard {
  readonly code: string;
  readonly name: string;
  readonly name_hi: string;
  readonly name_ur: string;
  /** What the codes of its beds begin with. */
  readonly letter: string;
  /** How many beds of each class, in the order in which they stand. */
  readonly beds: readonly (readonly [count: number, bedClass: BedClass])[];
}

const wards: readonly DemoWard[] = [
  {
    code: "general",
    name: "General ward",
    name_hi: "सामान्य वार्ड",
    name_ur: "عام وارڈ",
    letter: "G",
    beds: [
      [12, "general"],
      [2, "isolation"],
    ],
  },
  {
    code: "special",
    name: "Special ward",
    name_hi: "विशेष वार्ड",
    name_ur: "خصوصی وارڈ",
    letter: "S",
    beds: [
      [4, "semi_private"],
      [4, "private"],
      [2, "icu"],
    ],
  },
];

/** Beds that nobody can be put into for now. */
const outOfUse: Readonly<Record<string, readonly [BedStatus, string | null]>> = {
  "G-07": ["cleaning", null],
  "G-12": ["blocked", "The rail does not lock"],
  "S-04": ["cleaning", null],
};

function codesOf({ letter, beds }: DemoWard): readonly (readonly [code: string, BedClass])[] {
  const classes = beds.flatMap(([count, bedClass]) =>
    Array.from({ length: count }, () => bedClass),
  );
  return classes.map((bedClass, place) => [
    `${letter}-${String(place + 1).padStart(2, "0")}`,
    bedClass,
  ]);
}

/** A bed's id, by the code that is written on it. */
export function bedIdOf(plan: TenantPlan, branch: string, code: string): string {
  return deterministicId("bed", "demo", plan.slug, branch, code);
}

function writeBranch(write: OpenWrite, plan: TenantPlan, branch: string): void {
  const place = { branch_id: branchIdOf(plan, branch), metadata: {} };
  for (const ward of wards) {
    const { code, name, name_hi, name_ur } = ward;
    const id = deterministicId("wrd", "demo", plan.slug, branch, code);
    const name_key = normaliseName(name);
    const names = { name, name_key, name_hi, name_ur };
    const department = "general-medicine";
    write.insert(wardsTable, id, { ...place, ...names, code, department, status: "active" });
    for (const [bed, bed_class] of codesOf(ward)) {
      const [status, status_reason] = outOfUse[bed] ?? ["vacant", null];
      write.insert(bedsTable, bedIdOf(plan, branch, bed), {
        ...place,
        ward_id: id,
        room_id: null,
        code: bed,
        bed_class,
        status,
        status_reason,
        status_since: status === "vacant" ? null : write.at,
        status_history: [],
      });
    }
  }
}

/** The wards of a clinic's branches, two at each, with 24 beds. */
export function writeWards(write: OpenWrite, plan: TenantPlan): void {
  for (const { code } of plan.branches) writeBranch(write, plan, code);
}
