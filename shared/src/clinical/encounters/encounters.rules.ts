import { fieldError } from "#kernel/errors.ts";
import type { VisitStatus } from "./encounters.contract.ts";
import { openingStatuses, waitingStatuses } from "./encounters.states.ts";

/** What the rules look at. */
export interface Visit {
  readonly encounter_type: string;
  readonly visit_status: string;
  readonly doctor_id: string | null;
  readonly triage_id: string | null;
  readonly triage_waived_reason: string | null;
  readonly telehealth: { readonly patient_consented: boolean } | null;
  readonly disposition: string | null;
  readonly diagnosis_code: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

function requireField(isGiven: boolean, path: string, message: string): void {
  if (!isGiven) throw fieldError({ path, code: "validation_error", message });
}

/** What every encounter needs, whatever its state. An emergency may come before anyone is responsible for it. */
function requireBasics(visit: Visit): void {
  const { encounter_type: type, doctor_id: doctor } = visit;
  requireField(type === "emergency" || doctor !== null, "doctor_id", "is required");
  const isConnected = type !== "telehealth" || visit.telehealth !== null;
  requireField(isConnected, "telehealth", "is required for a telehealth visit");
}

function requireForCare(visit: Visit): void {
  requireField(visit.doctor_id !== null, "doctor_id", "is required before care begins");
  const hasConsent =
    visit.encounter_type !== "telehealth" || visit.telehealth?.patient_consented === true;
  requireField(hasConsent, "telehealth.patient_consented", "must be true before the consultation");
}

function requireForEnd(visit: Visit): void {
  requireField(visit.disposition !== null, "disposition", "is required to complete the visit");
  requireField(
    visit.diagnosis_code !== null,
    "diagnosis_code",
    "is required to complete the visit",
  );
}

/** Whether the visit's care has begun, or is over after having begun. */
function isInCare(status: string): boolean {
  return ["in_progress", "on_leave", "discharge_ready", "completed"].includes(status);
}

/** What a visit must hold in its state; checked after every change. @throws AppError validation_error */
export function requireForStatus(visit: Visit): void {
  requireBasics(visit);
  if (isInCare(visit.visit_status)) requireForCare(visit);
  if (visit.visit_status === "completed") requireForEnd(visit);
  const { started_at: start, ended_at: end } = visit;
  requireField(start === null || end === null || end >= start, "ended_at", "is before started_at");
}

/** An emergency goes from the door to care only past triage, or with a reason why not. @throws AppError validation_error */
export function requireTriage(visit: Visit, from: string): void {
  const isSkipped = visit.encounter_type === "emergency" && from === "arrived";
  if (!isSkipped || visit.visit_status !== "in_progress") return;
  const hasReason = visit.triage_id !== null || (visit.triage_waived_reason ?? "") !== "";
  requireField(
    hasReason,
    "triage_waived_reason",
    "is required to begin an emergency without triage",
  );
}

/** The state in which an encounter begins. @throws AppError validation_error for one that only a change can lead to */
export function openingStatus(
  wanted: VisitStatus | undefined,
  startedAt: string | null,
  now: string,
): VisitStatus {
  const status = wanted ?? (startedAt !== null && startedAt > now ? "planned" : "arrived");
  requireField(
    openingStatuses.includes(status),
    "visit_status",
    `must be one of ${openingStatuses.join(", ")} at first`,
  );
  return status;
}

/** When the visit began and ended, as its state and the body say. */
export interface VisitTimes {
  readonly started_at: string | null;
  readonly ended_at: string | null;
}

/** Sets the beginning when care begins and the end when the visit does; a planned beginning that has not come does not count. */
export function timesIn(status: string, given: VisitTimes, now: string): VisitTimes {
  const isOver = status === "completed" || status === "cancelled";
  const end = isOver ? (given.ended_at ?? now) : given.ended_at;
  if (status === "planned") return { started_at: given.started_at, ended_at: end };
  const start = given.started_at !== null && given.started_at <= now ? given.started_at : null;
  const isWaiting = waitingStatuses.includes(status);
  const hasBegun = !isWaiting && status !== "cancelled" && status !== "no_show";
  return { started_at: hasBegun ? (start ?? now) : start, ended_at: end };
}
