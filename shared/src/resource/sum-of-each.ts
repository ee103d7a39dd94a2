/**
 * Does something for each, one after the other; what fails for one leaves the others as they would be without it.
 * @returns the sum of what it gives @throws AggregateError of all that failed, when all were tried
 */
export async function sumOfEach<T>(
  items: readonly T[],
  work: (item: T) => Promise<number>,
): Promise<number> {
  let sum = 0;
  const faults: unknown[] = [];
  for (const item of items) {
    try {
      sum += await work(item);
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0)
    throw new AggregateError(faults, `${faults.length} of ${items.length} failed`);
  return sum;
}
