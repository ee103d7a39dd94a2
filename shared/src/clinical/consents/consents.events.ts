import { eventTypes } from "#contract/event-types.ts";
import type { WriteContext } from "#resource/context.ts";
import type { ConsentState } from "./consent-parts.contract.ts";
import { consentsTable, type ConsentRow } from "./consents.table.ts";

/** What is published of consents. */
export const consentEvents = eventTypes("consent", {
  requested: "a consent was asked for",
  granted: "somebody has agreed",
  denied: "somebody has not agreed",
  revoked: "a consent was withdrawn",
  expired: "a consent is over",
  updated: "a consent was changed otherwise",
});

/** Publishes that a consent has come to its state, or was changed within it. Payloads leave the node: ids and states alone. */
export function emitConsent(
  ctx: Pick<WriteContext, "write">,
  kind: ConsentState | "updated",
  row: ConsentRow,
): void {
  const { patient_id, consent_type, status } = row;
  ctx.write.emit(consentEvents[kind], consentsTable, row, { patient_id, consent_type, status });
}
