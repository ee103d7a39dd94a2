import type { StateMachine } from "#resource/state-machine.ts";
import type { TransferStatus } from "./transfer-parts.contract.ts";

/** The ways between the states of a transfer: it is received once all that was sent has come or is missing for good. */
export const transferStates: StateMachine<TransferStatus> = {
  subject: "A stock transfer",
  transitions: {
    in_transit: ["received"],
    received: [],
  },
};
