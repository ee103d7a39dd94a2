/** What a sentence about the state of sync is made from. */
export interface ReasonFacts {
  readonly isBlocked: boolean;
  /** What the hub said when it refused, or null. */
  readonly refusal: string | null;
  readonly held: number;
  readonly rejected: number;
  /** The hub's clock less the branch's. */
  readonly clockSkewMs: number | null;
}

// Beyond this, times on the branch's records mislead whoever reads them elsewhere.
const tolerableSkewMs = 5 * 60_000;

function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}

function skewSentence(skewMs: number): string {
  const minutes = Math.round(Math.abs(skewMs) / 60_000);
  const side = skewMs > 0 ? "behind" : "ahead of";
  const distance = counted(minutes, "minute", "minutes");
  return `The branch's clock is ${distance} ${side} the hub's; set it right, times on its records mislead.`;
}

/** What needs somebody, most urgent first, and what to do about it; null when nothing does. */
export function syncReason(facts: ReasonFacts): string | null {
  const { isBlocked, refusal, held, rejected, clockSkewMs } = facts;
  if (isBlocked) return refusal ?? "The hub refuses this node; an administrator has to look.";
  if (clockSkewMs !== null && Math.abs(clockSkewMs) > tolerableSkewMs)
    return skewSentence(clockSkewMs);
  if (rejected > 0) {
    const some = counted(rejected, "operation was", "operations were");
    return `${some} refused and kept; an administrator tries again or discards.`;
  }
  if (held > 0) {
    const some = counted(held, "operation waits", "operations wait");
    return `${some} for another that was not taken; what becomes of that one decides.`;
  }
  return null;
}
