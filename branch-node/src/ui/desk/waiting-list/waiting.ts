import type { Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";

/** Those who would take a time of a doctor on a day: who asked for the doctor, or for anybody of the department. */
export function waitingFor(
  entries: readonly WaitlistEntry[],
  { id, department }: Pick<Staff, "id" | "department">,
  day: string,
): readonly WaitlistEntry[] {
  return entries.filter((entry) => {
    const isTheirs =
      entry.provider_id === id ||
      (entry.provider_id === null && entry.department !== null && entry.department === department);
    return isTheirs && entry.from_day <= day && day <= entry.to_day;
  });
}
