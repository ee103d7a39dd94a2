/** Longest time for which a branch gets another branch's records of a patient, in days. */
export const longestGrantDays = 90;
