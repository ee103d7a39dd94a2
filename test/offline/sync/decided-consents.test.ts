import { afterAll, beforeAll, expect, test } from "vitest";
import type { BatchOperation } from "./hand-node.ts";
import { documentPairs } from "./hand-documents.ts";
import {
  applied,
  aside,
  insert,
  startHandWriting,
  type Actor,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// That somebody has agreed, and before whom, is judged again at the hub: also of what a program at a branch sends that has a
// fault, or whose key is in other hands.
let hand: HandWriting;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const proof = {
  captured_method: "signature_pad",
  given_by: { relation: "self", name: "Savitri" },
  notice_version: "2026-01",
  language: "mr",
};

function consent(patient: BatchOperation, clerk: Actor, more: Fields = {}): Change {
  const at = new Date().toISOString();
  return insert("consents", "cns", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    consent_type: "data_processing",
    decision: null,
    status: "requested",
    purpose_code: null,
    hi_types: null,
    scope: null,
    access_mode: null,
    frequency: null,
    data_erase_at: null,
    valid_from: null,
    valid_until: null,
    abdm: null,
    notice_version: null,
    language: null,
    captured_method: null,
    given_by: null,
    witness_id: null,
    document_id: null,
    captured_by: null,
    decided_at: null,
    revoked_at: null,
    revoke_reason: null,
    status_history: [{ status: "requested", at, by: clerk.id, reason: null }],
    metadata: {},
    ...more,
  });
}

test("a consent is granted with its proof, under the name of the one who notes it, and says so of its patient alone", async () => {
  const { node, operation, send, staffOf } = hand;
  const [clerk, nurse] = [await staffOf("front_desk"), await staffOf("nurse")];
  const [patient, stranger] = [node.register(), node.register()];
  const at = new Date().toISOString();
  const granted = {
    status: "granted",
    decision: "permit",
    decided_at: at,
    captured_by: clerk.id,
    ...proof,
  };
  const first = consent(patient, clerk);
  const asked = operation("consent.create", clerk, first);
  const made = (more: Fields) => operation("consent.create", clerk, consent(patient, clerk, more));
  const changed = (fields: Fields, ...more: readonly Change[]) => {
    const change: Change = {
      table: "consents",
      id: first.id,
      kind: "update",
      fields: { ...fields },
      added: {},
      base: { status: asked.hlc },
      version: 2,
    };
    return operation("consent.update", clerk, change, ...more);
  };
  const following = (whose: BatchOperation): Change => ({
    table: "patients",
    id: whose.entity_id,
    kind: "update",
    fields: { consent_status: "granted" },
    added: {},
    base: { consent_status: whose.hlc },
    version: 2,
  });
  expect(
    await send([
      patient,
      stranger,
      asked,
      made({ ...granted, captured_by: nurse.id }),
      made({ ...granted, decision: "deny" }),
      made({ ...granted, given_by: null }),
      made({ ...granted, status: "revoked" }),
      changed({ ...granted, captured_method: null }),
      changed({ ...granted, captured_method: "verbal_witnessed" }),
      changed({ ...granted, witness_id: clerk.id }),
      changed({ given_by: proof.given_by }),
      changed(granted, following(stranger)),
      changed(granted, following(patient)),
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    aside("changes.0.fields.captured_by: is not who notes it"),
    aside("changes.0.fields.decision: is not what the state says"),
    aside("changes.0.fields.given_by: is missing"),
    aside("changes.0.fields.status: of a new consent is another one"),
    aside("changes.0.fields.captured_method: is missing"),
    aside("changes.0.fields.witness_id: is missing"),
    aside("changes.0.fields.witness_id: is who notes it"),
    aside("changes.0.fields.given_by: goes with the decision"),
    aside("changes.1.id: is not the patient of the consent"),
    // Only the state says what it was based on.
    ["merged", null],
  ]);
});

test("a consent comes with the registration of its patient alone, as it stands in the record", async () => {
  const { node, send } = hand;
  const withConsent = (status: string, more: Fields, of?: BatchOperation) => {
    const made = node.register({ consent_status: status });
    const { actor } = made;
    const at = new Date().toISOString();
    const said = { status: "granted", decision: "permit", decided_at: at, captured_by: actor.id };
    const change = consent(of ?? made, actor, { ...said, ...more });
    return { ...made, changes: [...made.changes, change] };
  };
  const known = node.register();
  expect(
    await send([
      known,
      withConsent("granted", {}),
      withConsent("denied", { status: "denied", decision: "deny" }),
      withConsent("granted", {}, known),
      withConsent("pending", {}),
      withConsent("granted", { decision: "deny" }),
      withConsent("revoked", { status: "revoked" }),
      withConsent("granted", { captured_by: "stf_01m8ayak5x6g33jr0wam01yhs9" }),
      withConsent("granted", { consent_type: "data_sharing" }),
    ]),
  ).toEqual([
    applied,
    applied,
    applied,
    aside("changes.1.fields.patient_id: is not the patient who is registered"),
    aside("changes.1.fields.status: is not what the patient's record says"),
    aside("changes.1.fields.decision: is not what the state says"),
    aside("changes.1.fields.status: is not what the patient's record says"),
    aside("changes.1.fields.captured_by: is not who notes it"),
    aside("changes.1.fields.consent_type: is another one"),
  ]);
});

test("a consent is proved by a paper of its own patient alone, which was kept as the paper of a consent", async () => {
  const { node, operation, send, staffOf } = hand;
  const clerk = await staffOf("front_desk");
  const [patient, stranger] = [node.register(), node.register()];
  const kept = (of: BatchOperation, category: string) => {
    const pair = documentPairs(hand)(of, clerk, { category }, { category });
    return {
      id: pair.document.id,
      made: operation("document.upload", clerk, pair.document, pair.file),
    };
  };
  const [own, theirs, letter] = [
    kept(patient, "consent"),
    kept(stranger, "consent"),
    kept(patient, "patient"),
  ];
  const at = new Date().toISOString();
  const said = { status: "granted", decision: "permit", decided_at: at, captured_by: clerk.id };
  const proved = ({ id }: typeof own) =>
    operation(
      "consent.create",
      clerk,
      consent(patient, clerk, { ...said, ...proof, document_id: id }),
    );
  const later = consent(patient, clerk, { ...said, ...proof });
  const noted = operation("consent.create", clerk, later);
  const scanned = ({ id }: typeof own) =>
    operation("consent.update", clerk, {
      table: "consents",
      id: later.id,
      kind: "update",
      fields: { document_id: id },
      added: {},
      base: { document_id: noted.hlc },
      version: 2,
    });
  const fault = aside("changes.0.fields.document_id: is no paper of a consent of the patient");
  expect(
    await send([
      patient,
      stranger,
      own.made,
      theirs.made,
      letter.made,
      noted,
      proved(own),
      proved(theirs),
      proved(letter),
      scanned(theirs),
      scanned(own),
    ]),
  ).toEqual([...Array.from({ length: 7 }, () => applied), fault, fault, fault, applied]);
});
