import { afterAll, beforeAll, expect, test } from "vitest";
import { documentPairs, type Pair } from "./hand-documents.ts";
import {
  applied,
  aside,
  startHandWriting,
  type Actor,
  type Change,
  type Fields,
  type HandWriting,
} from "./hand-writing.ts";

// Whose a document is, and what its file is, is judged again at the hub: also of what a program at a branch sends that has a
// fault, or whose key is in other hands.
let hand: HandWriting;

beforeAll(async () => {
  hand = await startHandWriting();
});

afterAll(() => hand?.stop());

const pairOf = (...given: Parameters<ReturnType<typeof documentPairs>>) =>
  documentPairs(hand)(...given);

test("a document comes with its own file, of its own patient, of a type that is kept, from who may bring it", async () => {
  const { node, operation, send, staffOf } = hand;
  const [nurse, clerk] = [await staffOf("nurse"), await staffOf("front_desk")];
  const [patient, stranger] = [node.register(), node.register()];
  const upload = (by: Actor, { document, file }: Pair, ...more: readonly Change[]) =>
    operation("document.upload", by, document, file, ...more);
  const first = pairOf(patient, nurse);
  const made = upload(nurse, first);
  const other = pairOf(patient, nurse);
  const identity = { category: "identity" };
  const standsFor = (by: Pair, whose: Change, more: Fields = {}): Change => ({
    ...whose,
    kind: "update",
    fields: { status: "superseded", replaced_by_id: by.document.id, ...more },
    base: { status: first.document.id },
    version: 2,
  });
  const ofStranger = pairOf(stranger, nurse, { replaces_id: first.document.id });
  const unsaid = pairOf(patient, nurse, { replaces_id: first.document.id });
  const loose = pairOf(patient, nurse);
  const results = await send([
    patient,
    stranger,
    made,
    operation("document.upload", nurse, other.document),
    upload(nurse, { document: other.document, file: first.file }),
    upload(nurse, pairOf(patient, nurse, {}, { patient_id: stranger.entity_id })),
    upload(nurse, pairOf(patient, nurse, {}, { entity_id: first.document.id })),
    upload(nurse, pairOf(patient, nurse, {}, { content_type: "text/html" })),
    upload(nurse, pairOf(patient, nurse, {}, { filename: "letter.png" })),
    upload(nurse, pairOf(patient, nurse, { status: "superseded" })),
    upload(nurse, pairOf(patient, nurse, { patient_id: null })),
    upload(nurse, pairOf(patient, nurse, identity, identity)),
    upload(clerk, pairOf(patient, clerk, identity, identity)),
    upload(nurse, ofStranger, standsFor(ofStranger, first.document)),
    upload(nurse, unsaid),
    upload(nurse, loose, standsFor(loose, first.document)),
    operation("file.create", nurse, { ...first.file, id: pairOf(patient, nurse).file.id }),
  ]);
  expect(results).toEqual([
    applied,
    applied,
    applied,
    aside("changes: bring one file"),
    aside("changes.0.fields.file_id: is not the file that comes with it"),
    aside("changes.0.fields.patient_id: is not what the file says"),
    aside("changes.0.fields.file_id: is another record's"),
    aside("changes.0.fields.file_id: is of no type that documents have, or not what its name says"),
    aside("changes.0.fields.file_id: is of no type that documents have, or not what its name says"),
    aside("changes.0.fields.status: of a new document is available"),
    aside("changes.0.fields.patient_id: is missing"),
    aside("changes.0.fields.category: is not theirs to bring"),
    applied,
    aside("changes.0.fields.replaces_id: is of another patient_id"),
    aside("changes.0.fields.replaces_id: is not the document that is changed"),
    aside("changes.0.changes: change another document"),
    aside("changes.0.fields.entity_type: keeps no files, or its own alone"),
  ]);
});

test("a document is changed by who may see it, and replaced or entered in error with what goes with it", async () => {
  const { node, operation, send, staffOf } = hand;
  const [nurse, clerk] = [await staffOf("nurse"), await staffOf("front_desk")];
  const patient = node.register();
  const identity = { category: "identity" };
  const [plain, better] = [pairOf(patient, nurse), pairOf(patient, nurse)];
  const paper = pairOf(patient, clerk, identity, identity);
  const upload = (by: Actor, { document, file }: Pair) =>
    operation("document.upload", by, document, file);
  const changed = (by: Actor, { document }: Pair, fields: Fields) =>
    operation("document.update", by, {
      ...document,
      kind: "update",
      fields: { ...fields },
      base: {},
      version: 2,
    });
  const results = await send([
    patient,
    upload(nurse, plain),
    upload(nurse, better),
    upload(clerk, paper),
    changed(nurse, paper, { title: "Mine" }),
    changed(nurse, plain, { status: "entered_in_error" }),
    changed(nurse, plain, { status: "superseded" }),
    changed(nurse, plain, { replaced_by_id: better.document.id }),
    changed(nurse, plain, { status: "superseded", replaced_by_id: plain.document.id }),
    changed(nurse, plain, { status: "superseded", replaced_by_id: paper.document.id }),
    changed(nurse, plain, { file_id: better.file.id }),
  ]);
  expect(results.slice(4)).toEqual([
    aside("changes.0.id: is not theirs to see"),
    aside("changes.0.fields.status: of what was entered in error goes with a reason"),
    aside("changes.0.fields.replaced_by_id: is missing"),
    aside("changes.0.fields.replaced_by_id: goes with the state superseded"),
    aside("changes.0.fields.replaced_by_id: is the document itself"),
    aside("changes.0.fields.replaced_by_id: is another patient's, or of another category"),
    [
      "not_of_command",
      "changes.0.fields.file_id: document.update does not write documents.file_id",
    ],
  ]);
});
