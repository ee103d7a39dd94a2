/** A stretch of time, half open, in milliseconds since the epoch. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Time in which nobody is booked: of one provider, or of all at the branch, where `providerId` is null. */
export interface Closure extends Stretch {
  /** Of the holiday or the exception. */
  readonly id: string;
  readonly kind: "holiday" | "closed" | "leave";
  readonly providerId: string | null;
}

/** Time in which a holiday is worked. */
export interface Opening extends Stretch {
  readonly providerId: string | null;
}

/** What of a stretch of a branch's time is otherwise than the usual hours. */
export interface Closures {
  readonly shut: readonly Closure[];
  readonly openings: readonly Opening[];
}

function overlaps(one: Stretch, other: Stretch): boolean {
  return one.start < other.end && one.end > other.start;
}

function isOf({ providerId }: Opening, id: string): boolean {
  return providerId === null || providerId === id;
}

/** What stands in the way of a provider's appointment at a time, or null: somebody's leave before a closed branch. */
export function closureAt(
  { shut, openings }: Closures,
  providerId: string,
  wanted: Stretch,
): Closure | null {
  const isWorked = openings.some(
    (opening) =>
      isOf(opening, providerId) && opening.start <= wanted.start && opening.end >= wanted.end,
  );
  const found = shut.filter(
    (closure) =>
      isOf(closure, providerId) &&
      overlaps(closure, wanted) &&
      !(closure.kind === "holiday" && isWorked),
  );
  return found.find(({ kind }) => kind === "leave") ?? found[0] ?? null;
}
