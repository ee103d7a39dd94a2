/** What a scanner reads from a slip: which appointment it is of, and nothing about the patient. */
export function tokenQr(appointmentId: string): string {
  return `EW1:T:${appointmentId}`;
}
