import { departmentsTable } from "@edgeward/shared/clinical/departments/departments.table.ts";
import { queuesTable } from "@edgeward/shared/clinical/queues/queues.table.ts";
import { roomsTable } from "@edgeward/shared/clinical/rooms/rooms.table.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { normaliseName } from "@edgeward/shared/kernel/text.ts";
import type { OpenWrite } from "@edgeward/shared/write/model.ts";
import { branchIdOf, type TenantPlan } from "./plans.ts";

interface DemoDepartment {
  readonly code: string;
  readonly name: string;
  readonly name_hi: string;
  readonly name_ur: string;
  /** What the tokens of its queue begin with, and the number of its room; null for one where nobody waits for a doctor. */
  readonly seen: { readonly prefix: string; readonly room: number } | null;
}

const departments: readonly DemoDepartment[] = [
  {
    code: "general-medicine",
    name: "General medicine",
    name_hi: "सामान्य चिकित्सा",
    name_ur: "عام طب",
    seen: { prefix: "GEN", room: 1 },
  },
  {
    code: "paediatrics",
    name: "Paediatrics",
    name_hi: "बाल रोग",
    name_ur: "امراضِ اطفال",
    seen: { prefix: "PAE", room: 2 },
  },
  {
    code: "orthopaedics",
    name: "Orthopaedics",
    name_hi: "हड्डी रोग",
    name_ur: "ہڈی و جوڑ",
    seen: { prefix: "ORT", room: 3 },
  },
  {
    code: "obstetrics",
    name: "Obstetrics and gynaecology",
    name_hi: "प्रसूति एवं स्त्री रोग",
    name_ur: "زچگی و امراضِ نسواں",
    seen: { prefix: "OBS", room: 4 },
  },
  {
    code: "pharmacy",
    name: "Pharmacy",
    name_hi: "दवाखाना",
    name_ur: "دواخانہ",
    seen: null,
  },
  {
    code: "radiology",
    name: "Radiology",
    name_hi: "रेडियोलॉजी",
    name_ur: "ریڈیالوجی",
    seen: null,
  },
];

const inUse = { status: "active", metadata: {} } as const;

function namesOf({ name, name_hi, name_ur }: Omit<DemoDepartment, "code" | "seen">) {
  return { name, name_key: normaliseName(name), name_hi, name_ur };
}

function writeBranch(write: OpenWrite, plan: TenantPlan, code: string): void {
  const branchId = branchIdOf(plan, code);
  const idOf = (prefix: "rom" | "que", name: string) =>
    deterministicId(prefix, "demo", plan.slug, code, name);
  for (const department of departments) {
    if (department.seen === null) continue;
    const { prefix, room } = department.seen;
    const place = { ...inUse, branch_id: branchId, department: department.code };
    const called = `Room ${room}`;
    write.insert(roomsTable, idOf("rom", called), {
      ...place,
      code: called,
      ...namesOf({ name: called, name_hi: `कमरा ${room}`, name_ur: `کمرہ ${room}` }),
    });
    write.insert(queuesTable, idOf("que", department.code), {
      ...place,
      code: department.code,
      token_prefix: prefix,
      ...namesOf(department),
    });
  }
}

/** The departments of a clinic of the demo, and the rooms and queues of its branches: what its doctors' hours name. */
export function writeClinic(write: OpenWrite, plan: TenantPlan): void {
  for (const department of departments) {
    const id = deterministicId("dpt", "demo", plan.slug, department.code);
    const { code } = department;
    write.insert(departmentsTable, id, { ...inUse, branch_id: null, code, ...namesOf(department) });
  }
  for (const { code } of plan.branches) writeBranch(write, plan, code);
}
