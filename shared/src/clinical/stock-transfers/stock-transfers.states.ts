import type { StateMachine } from "#resource/state-machine.ts";
import type { TransferStatus } from "./transfer-parts.contract.ts";

/**
 * The ways between the states of a transfer: it is received once all that was sent has come, or it is known what became
 * of the rest; until then a transfer of which some is missing for good is short. */
export const transferStates: StateMachine<TransferStatus> = {
  subject: "A stock transfer",
  transitions: {
    in_transit: ["short", "received"],
    short: ["received"],
    received: [],
  },
};
