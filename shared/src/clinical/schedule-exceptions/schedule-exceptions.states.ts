import type { StateMachine } from "#resource/state-machine.ts";
import type { ExceptionStatus } from "./schedule-exceptions.contract.ts";

/** The ways between the states of an exception. Whoever is away after all makes another one. */
export const exceptionStates: StateMachine<ExceptionStatus> = {
  subject: "A schedule exception",
  transitions: { active: ["withdrawn"], withdrawn: [] },
};
