import type { StateMachine } from "#resource/state-machine.ts";
import type { WaitlistStatus } from "./waitlist.contract.ts";

/** The ways between the states of an entry. Who was offered a time and does not take it waits on. */
export const waitlistStates: StateMachine<WaitlistStatus> = {
  subject: "A waitlist entry",
  transitions: {
    waiting: ["offered", "accepted", "removed"],
    offered: ["waiting", "accepted", "removed"],
    accepted: [],
    removed: [],
  },
};
