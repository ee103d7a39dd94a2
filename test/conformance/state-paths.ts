import type { StateMachine } from "@edgeward/shared/resource/state-machine.ts";

/** The states to pass from a start to a goal, the shortest way; null where no way leads. */
export function wayTo<State extends string>(
  machine: StateMachine<State>,
  start: State,
  goal: State,
): readonly State[] | null {
  const ways: (readonly State[])[] = [[start]];
  const seen = new Set<State>([start]);
  for (const way of ways) {
    const end = way.at(-1) ?? start;
    if (end === goal) return way.slice(1);
    for (const next of machine.transitions[end]) {
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return null;
}
