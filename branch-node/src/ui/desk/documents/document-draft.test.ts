import { expect, test } from "vitest";
import { sizeText } from "./document-texts.ts";
import {
  documentState,
  emptyDocument,
  formOf,
  gapsOf,
  readDocument,
  type DocumentDraft,
} from "./document-draft.ts";

const typed: DocumentDraft = {
  category: "mrd",
  title: "  Discharge summary ",
  date: "2026-02-01",
  isConfidential: true,
};

test("says what is missing of the form, and that a file is empty or too large before it is sent", () => {
  expect([...gapsOf(emptyDocument, null)]).toEqual([
    ["file", "document.needsFile"],
    ["category", "document.needsCategory"],
  ]);
  expect([...gapsOf(typed, { size: 0 })]).toEqual([["file", "document.emptyFile"]]);
  expect([...gapsOf(typed, { size: 52_428_801 })]).toEqual([["file", "document.tooLarge"]]);
  expect(gapsOf(typed, { size: 52_428_800 }).size).toBe(0);
});

test("sends what was typed, and of what was not typed nothing", () => {
  const file = { blob: new Blob(["%PDF-1.7"]), name: "summary.pdf" };
  const sent = (draft: DocumentDraft, replaces: string | null) =>
    [...formOf(draft, "pat_1", file, replaces)].map(([name, value]) => [
      name,
      typeof value === "string" ? value : value.name,
    ]);
  expect(sent(typed, "doc_1")).toEqual([
    ["category", "mrd"],
    ["patient_id", "pat_1"],
    ["title", "Discharge summary"],
    ["document_date", "2026-02-01"],
    ["confidential", "true"],
    ["replaces_id", "doc_1"],
    ["file", "summary.pdf"],
  ]);
  expect(sent({ ...emptyDocument, category: "patient" }, null)).toEqual([
    ["category", "patient"],
    ["patient_id", "pat_1"],
    ["file", "summary.pdf"],
  ]);
});

test("reads back what was kept of it, and what another version has put down as far as it is understood", () => {
  const kept = documentState(typed, "pat_1", "key_1");
  expect(readDocument(kept)).toEqual({ fields: typed, patientId: "pat_1" });
  const strange = { fields: { category: "x-ray", title: 5 }, patient_id: "pat_1" };
  expect(readDocument(strange)?.fields).toEqual(emptyDocument);
  expect(readDocument({ fields: {} })).toBeNull();
});

test.each([
  [20, "0.1 kB"],
  [782, "0.8 kB"],
  [1_536, "1.5 kB"],
  [120_000, "117 kB"],
  [52_428_800, "50 MB"],
])("says that %i bytes are %s", (bytes, text) => {
  expect(sizeText(bytes, "en")).toBe(text);
});
