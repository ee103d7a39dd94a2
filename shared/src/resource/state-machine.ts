import { AppError } from "#kernel/errors.ts";

/** The states of a record and the ways between them. */
export interface StateMachine<State extends string> {
  /** What a sentence calls the record: "An appointment". */
  readonly subject: string;
  readonly transitions: Readonly<Record<State, readonly State[]>>;
}

/** The state that a record goes to. @throws AppError invalid_transition, with what would be allowed */
export function nextState<State extends string>(
  machine: StateMachine<State>,
  from: State,
  to: State,
): State {
  const allowed = machine.transitions[from];
  if (allowed.includes(to)) return to;
  throw refusedTransition(machine.subject, from, to, allowed);
}

/** The refusal of a way that does not exist. */
export function refusedTransition(
  subject: string,
  from: string,
  to: string,
  allowed: readonly string[],
): AppError {
  const words = { from: from.replaceAll("_", " "), to: to.replaceAll("_", " ") };
  const message = `${subject} cannot go from ${words.from} to ${words.to}.`;
  return new AppError("invalid_transition", message, { from, to, allowed });
}
