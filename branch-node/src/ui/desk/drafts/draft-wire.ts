import { draftsContract, type Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { CallOptions, Client } from "@edgeward/shared/contract/client.ts";
import type { DraftWire, Sending } from "./draft-keeper.ts";

/** The kinds of forms that the desk keeps. */
export const draftKinds = {
  registration: "patient.register",
  details: "patient.update",
  encounter: "encounter.update",
  consent: "consent.note",
  document: "document.upload",
  prescription: "prescription.create",
  dose: "medication.note",
  certificate: "certificate.create",
  admission: "admission.create",
  move: "admission.move",
  discharge: "admission.discharge",
  triage: "triage.create",
  retriage: "triage.again",
  study: "radiology-study.create",
  report: "radiology-study.report",
  finding: "radiology-study.acknowledge",
  labOrder: "lab-order.create",
  labResult: "lab-result.enter",
  labResults: "lab-result.enter-all",
  labCritical: "lab-result.acknowledge",
  cashCount: "cashier-shift.count",
  bill: "invoice.create",
  dispense: "dispense.create",
  order: "purchase-order.create",
  receipt: "goods-receipt.create",
  newItem: "item.create",
  item: "item.update",
  newSupplier: "supplier.create",
  supplier: "supplier.update",
  opening: "stock.create",
  stockCount: "stock.count",
  claim: "claim.create",
  preauth: "preauth.create",
} as const;

/** A kind of form that the desk keeps. */
export type DraftKind = (typeof draftKinds)[keyof typeof draftKinds];

// A line that died gives no answer and no error; after this time the attempt is made again.
const patienceMs = 10_000;

function optionsFor(
  { key, isLeaving }: Sending,
  headers: CallOptions["headers"] = {},
): CallOptions {
  const signal = AbortSignal.timeout(patienceMs);
  return { idempotencyKey: key, keepalive: isLeaving, headers, signal };
}

/** The branch's drafts of one kind and subject. @param entityId the record that the form is about, where there is one */
export function draftWire(client: Client, kind: DraftKind, entityId: string | null): DraftWire {
  return {
    async create(formState, sending): Promise<Draft> {
      const body = { kind, entity_id: entityId, form_state: formState };
      return (await client.call(draftsContract.create, { body }, optionsFor(sending))).body;
    },
    async update(id, seen, formState, sending): Promise<Draft> {
      const request = { params: { id }, body: { form_state: formState } };
      const options = optionsFor(sending, { "if-match": `"v${seen}"` });
      return (await client.call(draftsContract.update, request, options)).body;
    },
    async end(id, status, sending): Promise<Draft> {
      const params = { id };
      const options = optionsFor(sending);
      if (status === "discarded")
        return (await client.call(draftsContract.discard, { params }, options)).body;
      return (await client.call(draftsContract.update, { params, body: { status } }, options)).body;
    },
    async read(id): Promise<Draft> {
      const signal = AbortSignal.timeout(patienceMs);
      return (await client.call(draftsContract.get, { params: { id } }, { signal })).body;
    },
  };
}
