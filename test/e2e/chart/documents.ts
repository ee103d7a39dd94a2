// Documents in the chart: brought as a file, by dropping and by the camera, opened, named, replaced and taken off the list.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCanvas } from "@napi-rs/canvas";
import { expect, test } from "vitest";
import { choose, typeDay, type Screen } from "#e2e/desk.ts";
import { barriersOn, tabTo } from "#e2e/barriers.ts";
import { staffOfDemo } from "#e2e/desk/staff.ts";
import { idShape, world } from "#e2e/desk/world.ts";
import { pdfBytes, strangeFiles } from "#support/document-files.ts";
import { wrongLooks } from "./looks.ts";

let desk: Screen;
let nurse: Screen;
let patient = { id: "", uhid: "" };
// A file is read from where it was dropped as it is sent.
const folder = mkdtempSync(join(tmpdir(), "edgeward-drop-"));

const documents = (more = "") =>
  world.branch.list(`/v1/documents?patient_id=${patient.id}&sort=created_at${more}`);

function cardOf(screen: Screen, title: string) {
  return screen.at("documentCard").filter({ hasText: title });
}

/** A page with some lines of grey, as a scanner makes it. */
function scanned(): Buffer {
  const canvas = createCanvas(420, 594);
  const drawing = canvas.getContext("2d");
  drawing.fillStyle = "#fdfcf7";
  drawing.fillRect(0, 0, 420, 594);
  drawing.fillStyle = "#556";
  for (let line = 0; line < 18; line += 1)
    drawing.fillRect(40, 60 + line * 26, 340 - (line % 4) * 40, 8);
  return Buffer.from(canvas.toBuffer("image/png"));
}

/** A PDF as a program elsewhere may make it: its letters are those of the reader's own machine. */
function twoPages(): Buffer {
  const page = (place: number, words: number) =>
    `${place} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents ${words} 0 R/Resources<</Font<</F1 7 0 R>>>>>>endobj`;
  const words = (place: number, text: string) => {
    const drawn = `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`;
    return `${place} 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj`;
  };
  const parts = [
    "%PDF-1.4",
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
    "2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj",
    page(3, 5),
    page(4, 6),
    words(5, "The first page"),
    words(6, "The second page"),
    "7 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
    "trailer<</Root 1 0 R>>",
    "%%EOF",
  ];
  return Buffer.from(parts.join("\n"));
}

function pick(screen: Screen, name: string, mimeType: string, buffer: Buffer): Promise<void> {
  return screen.at("documentFile").setInputFiles({ name, mimeType, buffer });
}

/** Drops a file as it comes from a folder of the machine: an event that a page makes itself carries none. */
async function drop(screen: Screen, name: string, bytes: Buffer): Promise<void> {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  const box = await screen.at("documentDrop").boundingBox();
  if (box === null) throw new Error("there is nowhere to drop it");
  const [x, y] = [box.x + box.width - 20, box.y + box.height / 2];
  const session = await screen.page.context().newCDPSession(screen.page);
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await session.send("Input.dispatchDragEvent", { type, x, y, data });
  await screen.at("documentChosen").filter({ hasText: name }).waitFor();
  await session.detach();
}

async function open(screen: Screen): Promise<void> {
  await screen.goTo(`/patients/${patient.uhid}/documents`);
}

test("says what is missing of a document, and what a file is that is not what it is called", async () => {
  const body = { name: "Parvati Jadhav", gender: "female", dob: "1968-04-19" };
  patient = idShape.parse((await world.branch.post("/v1/patients", body)).body);
  desk = await world.openDesk(world.product.credentials.branch_staff);
  await desk.page.setViewportSize({ width: 1366, height: 768 });
  await desk.openPatient(patient.uhid, patient.uhid);
  await desk.page.getByTestId("chart-documents").click();
  await desk.page.getByText("Nothing has been kept yet.").waitFor();
  await desk.at("newDocument").click();
  await desk.at("saveDocument").click();
  await desk.page.getByText("Choose a file, drop one here").waitFor();
  await desk.page.getByText("Choose what it is kept for.").waitFor();
  await choose(desk.at("documentCategory"), "mrd");
  await pick(desk, "report.pdf", "application/pdf", strangeFiles["zip"] ?? pdfBytes);
  await desk.at("saveDocument").click();
  await desk.page.getByText("This file is not what its name says").waitFor();
  expect(await documents()).toEqual([]);
});

test("keeps what was typed over a reload, and the document once it is sent; another screen sees it at once", async () => {
  await desk.at("documentTitle").fill("Discharge summary of Sassoon");
  await typeDay(desk.at("documentDate"), "2026-01-20");
  await desk.at("draftLine").filter({ hasText: "Draft kept at" }).waitFor();
  await desk.page.reload();
  await desk.at("continueDraft").click();
  expect(await desk.at("documentTitle").inputValue()).toBe("Discharge summary of Sassoon");
  nurse = await world.openDesk(await staffOfDemo("nurse"));
  await open(nurse);
  await nurse.page.getByText("Nothing has been kept yet.").waitFor();
  await pick(desk, "summary.pdf", "application/pdf", pdfBytes);
  await desk.at("documentChosen").filter({ hasText: "summary.pdf" }).waitFor();
  await desk.at("saveDocument").click();
  await cardOf(desk, "Discharge summary of Sassoon").waitFor();
  expect(await documents()).toMatchObject([
    {
      title: "Discharge summary of Sassoon",
      category: "mrd",
      document_date: "2026-01-20",
      content_type: "application/pdf",
      status: "available",
    },
  ]);
  const seen = cardOf(nurse, "Discharge summary of Sassoon");
  for (const fact of ["Medical record", "Of 20/01/2026", "PDF"])
    await seen.getByText(fact, { exact: true }).waitFor();
  await seen.getByTestId("open-document").click();
  const saved = nurse.page.waitForEvent("download");
  await nurse.at("saveDocumentFile").click();
  expect((await saved).suggestedFilename()).toBe("summary.pdf");
  await nurse.page.keyboard.press("Escape");
});

test("takes a picture that is dropped, shows it, and names it anew by the keyboard alone", async () => {
  await desk.at("newDocument").click();
  await drop(desk, "letter.png", scanned());
  await choose(desk.at("documentCategory"), "patient");
  await desk.at("saveDocument").click();
  const card = cardOf(desk, "letter");
  await card.getByTestId("open-document").click();
  await expect
    .poll(() =>
      desk.at("documentPicture").evaluate((one): unknown => Reflect.get(one, "naturalWidth")),
    )
    .toBe(420);
  // Larger and turned, by the keyboard as well; what does not fit is scrolled.
  const shown = async () => {
    const { width = 0, height = 0 } = (await desk.at("documentPicture").boundingBox()) ?? {};
    return { width, height };
  };
  const whole = await shown();
  expect(whole.width).toBeGreaterThan(0);
  const isTwice = async () => {
    const { width, height } = await shown();
    expect(width / whole.width).toBeCloseTo(2, 2);
    expect(height / whole.height).toBeCloseTo(2, 2);
  };
  await desk.at("pictureLarger").focus();
  await desk.page.keyboard.press("Enter");
  await desk.at("pictureLook").getByText("200 %, turned by 0°").waitFor();
  await isTwice();
  await desk.at("pictureTurn").click();
  await desk.at("pictureLook").getByText("200 %, turned by 90°").waitFor();
  await isTwice();
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.at("pictureSmaller").click();
  await desk.at("pictureLook").getByText("100 %, turned by 90°").waitFor();
  await desk.page.keyboard.press("Escape");
  await desk.at("documentView").waitFor({ state: "detached" });
  await tabTo(desk.page, "rename-document");
  await desk.page.keyboard.press("Enter");
  await desk.at("documentNewTitle").fill("Letter of Dr. Kelkar");
  await desk.page.keyboard.press("Enter");
  await cardOf(desk, "Letter of Dr. Kelkar").waitFor();
  await cardOf(nurse, "Letter of Dr. Kelkar").waitFor();
});

test("puts a better scan in the place of a document, and takes one off the list with a reason", async () => {
  await cardOf(desk, "Letter of Dr. Kelkar").getByTestId("replace-document").click();
  await pick(desk, "better.png", "image/png", scanned());
  await desk.at("saveDocument").click();
  await desk.at("documentForm").waitFor({ state: "detached" });
  await cardOf(nurse, "Letter of Dr. Kelkar").getByText("Replaced", { exact: true }).waitFor();
  const [, first, second] = await documents();
  expect(first).toMatchObject({ status: "superseded", replaced_by_id: second?.["id"] });
  const summary = cardOf(nurse, "Discharge summary");
  await summary.getByTestId("document-in-error").click();
  await nurse.at("documentReason").fill("wrong");
  await nurse.at("confirmInError").click();
  await nurse.page.getByText("ten letters at least").waitFor();
  await nurse.at("documentReason").fill("Belongs to somebody of the same name");
  await nurse.at("confirmInError").click();
  await summary.waitFor({ state: "detached" });
  await cardOf(desk, "Discharge summary").waitFor({ state: "detached" });
  expect(await documents("&status=entered_in_error")).toMatchObject([
    { title: "Discharge summary of Sassoon" },
  ]);
  await desk.at("newDocument").click();
  await pick(desk, "letter-of-two-pages.pdf", "application/pdf", twoPages());
  await choose(desk.at("documentCategory"), "patient");
  await desk.at("saveDocument").click();
  await cardOf(desk, "letter-of-two-pages").getByTestId("open-document").click();
  await expect.poll(() => desk.at("previewPicture").count()).toBe(2);
  expect(await barriersOn(desk.page)).toMatchObject({ violations: [] });
  await desk.page.keyboard.press("Escape");
});

test("shows papers of identity at the desk and not to a nurse, and what is confidential to the nurse alone", async () => {
  await desk.at("newDocument").click();
  await choose(desk.at("documentCategory"), "identity");
  expect(await desk.at("documentConfidential").count()).toBe(0);
  await desk.at("documentTitle").fill("Masked card");
  await pick(desk, "card.png", "image/png", scanned());
  await desk.at("saveDocument").click();
  await cardOf(desk, "Masked card").waitFor();
  await nurse.at("newDocument").click();
  await nurse.at("documentConfidential").click();
  await choose(nurse.at("documentCategory"), "patient");
  await nurse.at("documentTitle").fill("Told in confidence");
  await pick(nurse, "note.txt", "text/plain", Buffer.from("What was said.\n"));
  await nurse.at("saveDocument").click();
  await cardOf(nurse, "Told in confidence").getByText("Confidential", { exact: true }).waitFor();
  await open(desk);
  await open(nurse);
  await cardOf(desk, "Masked card").waitFor();
  await cardOf(nurse, "Told in confidence").waitFor();
  expect(await cardOf(desk, "Told in confidence").count()).toBe(0);
  expect(await cardOf(nurse, "Masked card").count()).toBe(0);
});

test("shows documents and their form without a barrier, in both languages and themes", async () => {
  const found = await wrongLooks(nurse, async () => {
    await open(nurse);
    await nurse.at("newDocument").click();
    await nurse.at("saveDocument").click();
    await nurse.at("documentCategory").waitFor();
  });
  expect(found).toEqual([]);
  await nurse.close();
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});
