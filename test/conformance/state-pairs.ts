import type { StateMachine } from "@edgeward/shared/resource/state-machine.ts";

/** Records of one kind, as each pair of their states is tried through the API. */
export interface Stepped<State extends string> {
  readonly machine: StateMachine<State>;
  readonly statuses: readonly State[];
  /** A record of its own in a state, as people bring it there. */
  readonly inState: (state: State) => Promise<string>;
  /** Asks for a state, with all else that it needs said. */
  readonly ask: (id: string, to: State, from: State) => Promise<{ readonly status: string }>;
  /** What a refusal says, where that is another than the table's ways. */
  readonly allowed?: (from: State) => readonly State[];
}

/** What was answered to each state that was asked for, and what the table of ways says, by that state. */
interface Tried {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly wanted: Readonly<Record<string, object>>;
}

/** Asks for every state from one state, each with a record of its own. */
export async function triedFrom<State extends string>(
  {
    machine,
    statuses,
    inState,
    ask,
    allowed = (from) => machine.transitions[from],
  }: Stepped<State>,
  from: State,
): Promise<Tried> {
  const answers: Record<string, unknown> = {};
  const wanted: Record<string, object> = {};
  for (const to of statuses) {
    const id = await inState(from);
    answers[to] = await ask(id, to, from).catch((error: unknown) => error);
    const isWay = to === from || allowed(from).includes(to);
    const details = { from, to, allowed: machine.transitions[from] };
    wanted[to] = isWay ? { status: to } : { status: 409, code: "invalid_transition", details };
  }
  return { answers, wanted };
}
