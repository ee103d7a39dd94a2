import type { StateMachine } from "#resource/state-machine.ts";
import type { ConsentState } from "./consent-parts.contract.ts";

/** The ways between the states of a consent: what was withdrawn or refused is asked for anew. */
export const consentMachine: StateMachine<ConsentState> = {
  subject: "A consent",
  transitions: {
    requested: ["granted", "denied", "expired"],
    granted: ["revoked", "expired"],
    denied: [],
    revoked: [],
    expired: [],
  },
};

/** What somebody says by a state. */
export const decisionOf: Readonly<Partial<Record<ConsentState, "permit" | "deny">>> = {
  granted: "permit",
  denied: "deny",
};

/** The state that what somebody says leads to. */
export const stateOf = { permit: "granted", deny: "denied" } as const;

/** What can be said at once where somebody is registered. */
export const saidFirst = Object.values(stateOf);
