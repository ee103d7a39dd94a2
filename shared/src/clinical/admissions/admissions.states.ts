import type { StateMachine } from "#resource/state-machine.ts";
import type { AdmissionStatus } from "./admissions.contract.ts";

/** The ways between the states of an admission. Who stays after all goes back from the way out. */
export const admissionStates: StateMachine<AdmissionStatus> = {
  subject: "An admission",
  transitions: {
    requested: ["bed_assigned", "admitted", "cancelled"],
    bed_assigned: ["admitted", "cancelled"],
    admitted: ["discharge_initiated", "transferred_out"],
    discharge_initiated: ["discharge_ready", "admitted"],
    discharge_ready: ["discharged"],
    discharged: [],
    cancelled: [],
    transferred_out: [],
  },
};
