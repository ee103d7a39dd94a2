import { afterAll, beforeAll, expect, test } from "vitest";
import type { BatchOperation } from "./hand-node.ts";
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

// Who has opened a record, for how long, and who has looked at it is judged again at the hub.
let hand: HandWriting;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const hourMs = 3_600_000;

function opening(patient: BatchOperation, by: Actor, more: Fields = {}): Change {
  return insert("emergency_accesses", "eac", {
    branch_id: hand.branchId,
    patient_id: patient.entity_id,
    cause: "unconscious",
    reason: "Found unconscious, no relative there",
    opened_by: by.id,
    status: "open",
    reviewed_by: null,
    reviewed_at: null,
    review_note: null,
    metadata: {},
    ...more,
  });
}

/** An operation whose opening ends an hour after it, or some time later. */
function opens(patient: BatchOperation, actor: Actor, more: Fields = {}, later = 0) {
  const made = hand.operation("emergency_access.create", actor, opening(patient, actor, more));
  const [change] = made.changes;
  if (change === undefined) throw new Error("there is no change");
  const expires_at = new Date(Date.parse(made.at) + hourMs + later).toISOString();
  return { ...made, changes: [{ ...change, fields: { ...change.fields, expires_at } }] };
}

function looksAt(opened: BatchOperation, actor: Actor, more: Fields = {}): BatchOperation {
  const change: Change = {
    table: "emergency_accesses",
    id: opened.entity_id,
    kind: "update",
    fields: {},
    added: {},
    base: Object.fromEntries(
      ["status", "reviewed_by", "reviewed_at", "review_note", "expires_at"].map((name) => [
        name,
        opened.hlc,
      ]),
    ),
    version: 2,
  };
  const made = hand.operation("emergency_access.update", actor, change);
  const fields = {
    status: "reviewed",
    reviewed_by: actor.id,
    reviewed_at: made.at,
    review_note: "Spoke with the nurse",
    ...more,
  };
  return { ...made, changes: [{ ...change, fields }] };
}

test("an opening is its clinician's own, for an hour, and looked at by somebody else", async () => {
  const { node, send, staffOf } = hand;
  const [doctor, other, clerk, admin] = [
    await staffOf("doctor"),
    await staffOf("doctor"),
    await staffOf("front_desk"),
    await staffOf("branch_admin"),
  ];
  const patient = node.register();
  const opened = opens(patient, doctor);
  const answers = await send([
    patient,
    opens(patient, doctor, { opened_by: other.id }),
    opens(patient, doctor, {}, 1_000),
    opens(patient, doctor, { status: "reviewed" }),
    opens(patient, doctor, { review_note: "It was right" }),
    opened,
    looksAt(opened, admin, { reviewed_by: doctor.id }),
    looksAt(opened, admin, { review_note: null }),
    looksAt(opened, admin, { reviewed_at: "2026-01-01T00:00:00.000Z" }),
    looksAt(opened, admin),
  ]);
  expect(answers).toEqual([
    applied,
    aside("changes.0.fields.opened_by: is not who opens it"),
    aside("changes.0.fields.expires_at: is in an hour"),
    aside("changes.0.fields.status: of a new one is open"),
    aside("changes.0.fields.reviewed_by: nobody has looked at a new one"),
    applied,
    aside("changes.0.fields.reviewed_by: is not who has looked at it"),
    aside("changes.0.fields.review_note: says what was found"),
    aside("changes.0.fields.reviewed_at: is not when it was looked at"),
    applied,
  ]);
  const codes = async (operation: BatchOperation) => (await send([operation]))[0]?.[0];
  expect(await codes(opens(patient, clerk))).toBe("no_right_then");
  expect(await codes(looksAt(opened, doctor))).toBe("no_right_then");
  const longer = looksAt(opened, admin, { expires_at: "2099-01-01T00:00:00.000Z" });
  expect(await codes(longer)).toBe("not_of_command");
});
