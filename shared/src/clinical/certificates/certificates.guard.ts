import * as z from "zod";
import type { Change } from "#db/model.ts";
import type { Arrival, Guard } from "#resource/command-writes.ts";
import { certificateTypes } from "./certificate-parts.contract.ts";
import { unfitFault } from "./certificates.rules.ts";
import { certificatesTable } from "./certificates.table.ts";

const text = z.string().nullable().default(null);
const certified = z.object({
  certificate_type: z.enum(certificateTypes),
  rest_from: text,
  rest_to: text,
  fit_from: text,
  fit_for: text,
  referred_to: text,
  referred_place: text,
  reason: text,
});

function issuedFault({ fields }: Change, { operation }: Arrival): string | null {
  const { actor } = operation;
  if (actor.type === "staff" && fields["doctor_id"] !== actor.id)
    return "doctor_id: is not who issues it";
  if (fields["status"] !== "issued") return "status: of a new certificate is issued";
  const said = certified.safeParse(fields);
  if (!said.success) return "certificate_type: is none";
  const fault = unfitFault(said.data);
  if (fault !== null) return `${fault.path}: ${fault.message}`;
  const isReferral = said.data.certificate_type === "referral";
  if (((fields["summary"] ?? null) !== null) !== isReferral)
    return "summary: is of a referral, and of no other certificate";
  const isShown = fields["shows_diagnosis"] === true;
  return ((fields["diagnosis"] ?? null) !== null) === isShown
    ? null
    : "diagnosis: stands there where it is to be shown, and nowhere else";
}

/** What a certificate has to be where it arrives: issued by the doctor who signs it, with what its type says. */
export const issuedGuard: Guard = (arrival) => {
  for (const [nth, change] of arrival.operation.changes.entries()) {
    const isNew = change.table === certificatesTable.name;
    const fault = isNew ? issuedFault(change, arrival) : null;
    if (fault !== null) return `changes.${nth}.fields.${fault}`;
  }
  return null;
};
