import { isScheduledAt, type Staff } from "@edgeward/shared/clinical/staff/staff.contract.ts";

/**
 * The doctors with whom patients are booked, in the order in which they came: those with hours at the branch. A radiologist
 * has none. Where nobody has any, patients see whoever is there, without a time.
 */
export function bookedDoctors<Doctor extends Pick<Staff, "schedule">>(
  doctors: readonly Doctor[],
  branchId: string,
): readonly Doctor[] {
  const booked = doctors.filter(({ schedule }) =>
    schedule.some((block) => isScheduledAt(block, branchId)),
  );
  return booked.length === 0 ? doctors : booked;
}
