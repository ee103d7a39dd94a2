import type { StateMachine } from "#resource/state-machine.ts";
import type { CertificateStatus } from "./certificate-parts.contract.ts";

/** The ways between the states of a certificate. What was issued stays as it is, and may only be called off. */
export const certificateStates: StateMachine<CertificateStatus> = {
  subject: "A certificate",
  transitions: {
    issued: ["cancelled", "entered_in_error"],
    cancelled: ["entered_in_error"],
    entered_in_error: [],
  },
};
