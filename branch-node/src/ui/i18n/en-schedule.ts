/** Holidays, leave and closed days, and who waits for a time. */
export const enSchedule = {
  "slot.closed": "closed",
} as const;
