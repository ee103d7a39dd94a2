import type { StateMachine } from "#resource/state-machine.ts";
import type { ShiftStatus } from "./cashier-shifts.contract.ts";

/** The ways between the states of a cashier's shift. Who is to take over may refuse; what is closed stays so. */
export const cashierShiftStates: StateMachine<ShiftStatus> = {
  subject: "A cashier's shift",
  transitions: {
    open: ["counted"],
    counted: ["handed_over", "closed"],
    handed_over: ["counted", "closed"],
    closed: [],
  },
};
