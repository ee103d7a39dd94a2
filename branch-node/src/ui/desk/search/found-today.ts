import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { foldDigits } from "@edgeward/shared/kernel/text.ts";

interface OfToday extends Pick<Appointment, "patient_id" | "token_code" | "status"> {
  readonly former_tokens: readonly { readonly token_code: string }[] | null;
}

const most = 6;

/** A token as people write it: `gen 12` means GEN-012. Null for what is none. */
function plainToken(text: string): string | null {
  const letters = foldDigits(text).toUpperCase().replaceAll(/[\s-]/gu, "");
  const [, queue, number] = /^([A-Z]{1,3})0*(\d{1,4})$/u.exec(letters) ?? [];
  return queue === undefined || number === undefined ? null : `${queue}${number}`;
}

function tokensOf({ token_code: code, former_tokens: former }: OfToday): readonly string[] {
  return [code ?? "", ...(former ?? []).map((each) => each.token_code)];
}

/** What of today was looked for: by the token, also one that was given back, and of the patients who were found. */
export function foundToday<A extends OfToday>(
  typed: string,
  patientIds: readonly string[],
  day: readonly A[],
): readonly A[] {
  const token = plainToken(typed);
  const isTokenOf = (each: A) =>
    token !== null && tokensOf(each).some((code) => plainToken(code) === token);
  const byToken = day.filter(isTokenOf);
  const byPatient = day.filter(
    (each) =>
      !byToken.includes(each) &&
      each.status !== "cancelled" &&
      patientIds.includes(each.patient_id),
  );
  return [...byToken, ...byPatient].slice(0, most);
}
