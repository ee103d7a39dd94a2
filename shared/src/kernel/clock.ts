/** The only source of time: modules take it from their context, so tests can turn it. */
export interface Clock {
  /** Milliseconds since the Unix epoch, UTC. */
  readonly now: () => number;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => Date.now() };

/** An instant as the wire writes it: RFC 3339, UTC, milliseconds. */
export function isoInstant(epochMs: number): string {
  return new Date(epochMs).toISOString();
}
