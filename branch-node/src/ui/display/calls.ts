import type { Call, DisplayState } from "#ui/wire/display-state.ts";

// As many calls as can be read from the last row of chairs.
const callsShown = 5;

/** The calls to show, the newest first. */
export function latestCalls(state: DisplayState): readonly Call[] {
  return state.now_serving
    .toSorted((one, other) => (other.called_at ?? "").localeCompare(one.called_at ?? ""))
    .slice(0, callsShown);
}

/** Notifies one call from another: a token that is called again is a new call. */
export function callKey({ token_code: token, called_at: calledAt }: Call): string {
  return `${token} ${calledAt ?? ""}`;
}

/** The calls that were not there before, the oldest first, as they are to be announced. */
export function newCalls(before: readonly Call[], after: readonly Call[]): readonly Call[] {
  const known = new Set(before.map(callKey));
  return after.filter((call) => !known.has(callKey(call))).toReversed();
}
