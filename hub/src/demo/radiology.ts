import {
  changeStudy,
  orderStudy,
} from "@edgeward/shared/clinical/radiology-studies/radiology-studies.commands.ts";
import { procedureOf } from "@edgeward/shared/clinical/radiology-studies/radiology-procedures.contract.ts";
import { radiologyContract } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { radiologyStudies } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.record.ts";
import type { RadiologyStudyRow } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.table.ts";
import type { RadiologyStatus } from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import { isoInstant } from "@edgeward/shared/kernel/clock.ts";
import type { Acting } from "./acting.ts";

/** Who orders, takes, reports and verifies at a branch, by their ids. */
export interface RadiologyPeople {
  readonly doctor: string;
  readonly radiographer: string;
  /** Another doctor than the one who orders and verifies. */
  readonly reporter: string;
}

interface Case {
  readonly code: string;
  readonly priority: "routine" | "urgent" | "stat";
  readonly status: RadiologyStatus;
  readonly side?: "left" | "right";
  readonly findings?: string;
  readonly impression?: string;
}

const cases: readonly Case[] = [
  { code: "xr-chest", priority: "routine", status: "ordered" },
  { code: "ct-head", priority: "stat", status: "ordered" },
  { code: "us-abdomen", priority: "routine", status: "scheduled" },
  { code: "mr-brain-contrast", priority: "urgent", status: "in_progress" },
  { code: "ct-chest", priority: "urgent", status: "acquired" },
  {
    code: "us-thyroid",
    priority: "routine",
    status: "preliminary",
    findings: "Both lobes of normal size. A cyst of 6 mm on the left.",
    impression: "Simple cyst of the left lobe.",
  },
  {
    code: "xr-knee",
    priority: "routine",
    status: "final",
    side: "right",
    findings: "The joint space is narrowed on the inner side. No fracture.",
    impression: "Moderate osteoarthritis.",
  },
  {
    code: "us-kub",
    priority: "routine",
    status: "amended",
    findings: "Kidneys of normal size. No stone is seen.",
    impression: "Normal study.",
  },
  { code: "xr-pelvis", priority: "routine", status: "cancelled" },
  { code: "mr-lumbar-spine", priority: "routine", status: "draft" },
  { code: "xr-foot", priority: "routine", status: "entered_in_error", side: "left" },
];

const { create, update } = radiologyContract;

function ordered(acting: Acting, { doctor }: RadiologyPeople, patientId: string, one: Case) {
  return acting("radiology_study.create", doctor, "doctor", (ctx) => {
    const known = procedureOf(one.code);
    const body = create.body.parse({
      patient_id: patientId,
      ordered_by: doctor,
      procedure_code: one.code,
      modality: known?.modality,
      body_site: known?.body_site,
      contrast: known?.contrast === true,
      pregnancy_status: "not_applicable",
      priority: one.priority,
      draft: one.status === "draft",
      ...(one.side === undefined ? {} : { laterality: one.side }),
    });
    return orderStudy(ctx, body, radiologyStudies.records.mapping.first(body));
  });
}

const onTheWay: readonly RadiologyStatus[] = [
  "scheduled",
  "in_progress",
  "acquired",
  "preliminary",
  "final",
  "amended",
];

/** The steps by which people take a study to where its case stands. */
function stepsTo(status: RadiologyStatus): readonly RadiologyStatus[] {
  if (status === "cancelled" || status === "entered_in_error") return [status];
  return onTheWay.slice(0, onTheWay.indexOf(status) + 1);
}

function actorOf({ doctor, radiographer, reporter }: RadiologyPeople, status: RadiologyStatus) {
  if (status === "preliminary") return [reporter, "doctor"] as const;
  const isOfRadiographer = onTheWay.indexOf(status) >= 0 && onTheWay.indexOf(status) < 3;
  return isOfRadiographer ? ([radiographer, "lab"] as const) : ([doctor, "doctor"] as const);
}

const wrongPatient = { status_reason: "Asked for the wrong patient" };

/** What a step says besides. */
function saidOf({ findings = "", impression = "" }: Case, status: RadiologyStatus, now: number) {
  const said: Readonly<Partial<Record<RadiologyStatus, object>>> = {
    scheduled: { scheduled_at: isoInstant(now + 3_600_000) },
    in_progress: { contrast_allergy_checked: true, renal_function: "normal" },
    acquired: { series_count: 2, image_count: 48 },
    preliminary: { report: { findings, impression } },
    amended: {
      report: { findings, impression: "Normal study; the right kidney lies low." },
      status_reason: "The position was not mentioned",
    },
    cancelled: wrongPatient,
    entered_in_error: wrongPatient,
  };
  return said[status] ?? {};
}

function stepped(
  acting: Acting,
  people: RadiologyPeople,
  row: RadiologyStudyRow,
  one: Case,
  status: RadiologyStatus,
) {
  const [who, role] = actorOf(people, status);
  return acting("radiology_study.update", who, role, (ctx) => {
    const body = update.body.parse({ status, ...saidOf(one, status, ctx.now()) });
    const { status: _status, report: _report, ...rest } = body;
    return changeStudy(ctx, row, radiologyStudies.records.mapping.later(rest), body);
  });
}

/** Studies of a branch in every state, each of another patient, with reports where it has come so far. */
export async function seedStudies(
  acting: Acting,
  people: RadiologyPeople,
  patientIds: readonly string[],
): Promise<void> {
  for (const [index, one] of cases.entries()) {
    let row = await ordered(acting, people, patientIds[index % patientIds.length] ?? "", one);
    for (const status of stepsTo(one.status)) row = await stepped(acting, people, row, one, status);
  }
}
