/** What stands in the address of today's page. */
export interface QueueSearch {
  /** Whose queue is shown: a doctor's id, or `everyQueue`; a doctor's own or all where it says nothing. */
  readonly doctor?: string | undefined;
}

/** The queues of all doctors, also before a doctor. */
export const everyQueue = "all";

/** Reads an address of today's page; what it cannot mean is left out. */
export function queueSearch({ doctor }: Readonly<Record<string, unknown>>): QueueSearch {
  const isKnown =
    typeof doctor === "string" && (doctor === everyQueue || doctor.startsWith("stf_"));
  return { doctor: isKnown ? doctor : undefined };
}
