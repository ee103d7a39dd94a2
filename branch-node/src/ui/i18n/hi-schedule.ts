import type { enSchedule } from "./en-schedule.ts";

/** The same in Hindi. */
export const hiSchedule: Readonly<Record<keyof typeof enSchedule, string>> = {
  "slot.closed": "बंद",
};
