import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { phoneDigits } from "@edgeward/shared/kernel/text.ts";

const digitsOfNumber = 10;

function lastDigits(phone: unknown): string | null {
  return typeof phone === "string" ? phoneDigits(phone).slice(-digitsOfNumber) : null;
}

function phoneOf(contact: unknown): unknown {
  return typeof contact === "object" && contact !== null && "phone" in contact
    ? contact.phone
    : null;
}

type Numbers = Readonly<
  Record<keyof Pick<Patient, "phone" | "alternate_phone" | "emergency_contact">, unknown>
>;

/** Whether a telephone number is one of a patient's, however it is written. */
export function hasNumber(
  { phone, alternate_phone: other, emergency_contact: contact }: Numbers,
  number: string,
): boolean {
  const wanted = lastDigits(number);
  return [phone, other, phoneOf(contact)].some((each) => lastDigits(each) === wanted);
}
