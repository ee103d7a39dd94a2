const existing = new WeakSet<object>();

/** Marks an answer as a record that was there before: a request that would have made it is answered 200, not 201. */
export function asExisting<T extends object>(answer: T): T {
  existing.add(answer);
  return answer;
}

/** Whether an answer was marked as a record that was there before. */
export function isExisting(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && existing.has(answer);
}
