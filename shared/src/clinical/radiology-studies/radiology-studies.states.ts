import type { Role } from "#contract/access.ts";
import type { StateMachine } from "#resource/state-machine.ts";
import type { RadiologyStatus } from "./radiology-study-parts.contract.ts";

/** The ways between the states of a study. A report that was verified is only ever amended, never taken back. */
export const radiologyStates: StateMachine<RadiologyStatus> = {
  subject: "A radiology study",
  transitions: {
    draft: ["ordered", "cancelled", "entered_in_error"],
    ordered: ["scheduled", "cancelled", "entered_in_error"],
    scheduled: ["in_progress", "cancelled", "entered_in_error"],
    in_progress: ["acquired", "entered_in_error"],
    acquired: ["preliminary", "entered_in_error"],
    preliminary: ["final", "entered_in_error"],
    final: ["amended", "entered_in_error"],
    amended: ["entered_in_error"],
    cancelled: ["entered_in_error"],
    entered_in_error: [],
  },
};

/** The states in which something has still to be done. */
export const openStudyStatuses = [
  "ordered",
  "scheduled",
  "in_progress",
  "acquired",
  "preliminary",
] as const;

/** The states before images were taken, in which what was asked for may still change. */
export const unacquiredStatuses: readonly string[] = [
  "draft",
  "ordered",
  "scheduled",
  "in_progress",
];

/** The states of a study whose report holds: somebody has verified it. */
export const verifiedStudyStatuses: readonly string[] = ["final", "amended"];

/** Who may take a study to a state. Reports are given and verified by those who may approve them. */
export const radiologyActors: Readonly<Partial<Record<RadiologyStatus, readonly Role[]>>> = {
  ordered: ["doctor"],
  scheduled: ["lab", "doctor"],
  in_progress: ["lab", "doctor"],
  acquired: ["lab", "doctor"],
  preliminary: ["doctor"],
  final: ["doctor"],
  amended: ["doctor"],
  cancelled: ["doctor", "lab"],
  entered_in_error: ["doctor", "lab"],
};
