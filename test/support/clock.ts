/** A clock that runs as the real one does, from an instant of the test's choosing, and can be put forward. */
export interface TestClock {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  advance(milliseconds: number): void;
}

/** Makes a clock. @param start RFC 3339 */
export function createTestClock(start: string): TestClock {
  let ahead = Date.parse(start) - Date.now();
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => {
      ahead += milliseconds;
    },
  };
}
