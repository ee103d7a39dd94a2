/** What stands in the address of the day end. */
export interface DayEndSearch {
  /** YYYY-MM-DD; today where it is not said. */
  readonly day?: string | undefined;
}

/** Reads an address of the day end; what it cannot mean is left out. */
export function dayEndSearch({ day }: Readonly<Record<string, unknown>>): DayEndSearch {
  const isDay = typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/u.test(day);
  return { day: isDay && !Number.isNaN(Date.parse(day)) ? day : undefined };
}
