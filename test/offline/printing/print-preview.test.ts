import { createHash } from "node:crypto";
import { createServer, type Server } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renderPrintout } from "@edgeward/devices/virtual/render.ts";
import { appointmentsContract } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import { readWithZxing } from "#printing/read-codes.ts";
import { bill, labLabel, receipt } from "#printing/samples.ts";
import { clientFor } from "#support/node.ts";
import { registerPrinter, startPrintBench, type PrintBench } from "./print-bench.ts";
import { until } from "./printing-desk.ts";
import { startDeskPrinter, type DeskPrinter } from "./desk-printer.ts";

let bench: PrintBench;
let client: Client;
let desk: DeskPrinter;
let labels: Server;
let labelBytes: Buffer[];

beforeEach(async () => {
  bench = await startPrintBench();
  ({ client } = bench);
  desk = await startDeskPrinter();
  labelBytes = [];
  labels = createServer((socket) => socket.on("data", (bytes) => labelBytes.push(bytes)));
  await new Promise<void>((resolve) => labels.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  await bench.stop();
  await desk.takeAway();
  labels.close();
});

const preview = (body: object) => client.call(printPreviewContract.create, { body });
const print = (body: object) =>
  client.call(printJobsContract.create, {
    body: { document_type: "receipt", ...body },
  });

function labelPort(): number {
  const address = labels.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

async function refusal(sent: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await sent.catch((error: unknown) => error);
  if (failure instanceof ApiError) return failure;
  throw new Error("the request was not refused");
}

describe("a preview", () => {
  test("is, dot for dot, the paper that then comes out of the receipt printer", async () => {
    await client.call(printTemplatesContract.set, {
      params: { document_type: "all" },
      body: { display_name: "सरस्वती क्लिनिक", languages: ["hi", "en"], numerals: "native" },
    });
    const { id } = await registerPrinter(client, "escpos_80", desk.port);
    const shown = (await preview({ document_type: "receipt", data: receipt, device_id: id })).body;
    await print({ data: receipt, device_id: id });
    const printout = await until(async () => desk.printouts()[0]);
    const printed = await renderPrintout(printout, { widthDots: 576 });
    expect(shown).toMatchObject({ format: "escpos", pages: 1, copies: 1 });
    expect(shown.papers.map(({ content }) => content)).toEqual([printed.toString("base64")]);
  });

  test("names by their hash the very bytes that the label printer then gets", async () => {
    const { id } = await registerPrinter(client, "zpl_203", labelPort());
    const wish = { document_type: "lab_label", data: labLabel, device_id: id };
    const shown = (await preview(wish)).body;
    await print(wish);
    // The printer is asked how it is before and after; the label is what it is sent besides.
    const labelOnly = () =>
      Buffer.concat(labelBytes)
        .toString("latin1")
        .replaceAll(/~HS\r?\n/gu, "");
    const hash = () => createHash("sha256").update(labelOnly(), "latin1").digest("hex");
    await expect.poll(hash, { timeout: 10_000 }).toBe(shown.sha256);
    const [picture] = shown.papers;
    const read = await readWithZxing(Buffer.from(picture?.content ?? "", "base64"));
    expect(read.map(({ text }) => text).toSorted()).toEqual(["EW1:S:L26-000417", "L26-000417"]);
  });

  test("of a job shows it as it was queued, whatever has been set since", async () => {
    const job = (await print({ data: receipt })).body;
    const before = (await preview({ print_job_id: job.id })).body;
    await client.call(printTemplatesContract.set, {
      params: { document_type: "receipt" },
      body: { display_name: "Renamed" },
    });
    expect((await preview({ print_job_id: job.id })).body).toEqual(before);
    const anew = (await preview({ document_type: "receipt", data: receipt })).body;
    expect(anew.sha256).not.toBe(before.sha256);
  });

  test("of a discharge summary or a prescription is the PDF itself", async () => {
    const { body } = await preview({
      document_type: "report",
      data: { kind: "test_page", device_name: "A4", printed_at: "2026-11-21T10:05:00.000Z" },
    });
    expect(body.format).toBe("escpos");
    const patient = { name: "Anita Rao", uhid: "LKO-000123-P" };
    const doctor = { name: "Dr. S. Menon" };
    const data = {
      rx_no: "RX-1",
      issued_at: "2026-11-21T10:05:00.000Z",
      patient,
      doctor,
      items: [{ drug_name: "Crocin", frequency: "sos" }],
    };
    const page = (await preview({ document_type: "prescription", data })).body;
    expect(page).toMatchObject({ format: "pdf", pages: 1 });
    const [pdf] = page.papers;
    const bytes = Buffer.from(pdf?.content ?? "", "base64");
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(page.sha256);
  });

  test("of a patient's wristband says what the record says, and its code leads to the patient", async () => {
    const patient = await client.call(patientsContract.create, {
      body: {
        name: "लक्ष्मी त्रिपाठी",
        gender: "female",
        dob: "1987-03-09",
        blood_group: "B+",
        allergies: [{ substance: "Sulfa", criticality: "high" }],
      },
    });
    const wish = { document_type: "wristband", source_id: patient.body.id };
    const shown = (await preview(wish)).body;
    const [picture] = shown.papers;
    const read = await readWithZxing(Buffer.from(picture?.content ?? "", "base64"));
    expect(new Set(read.map(({ text }) => text))).toEqual(new Set([`EW1:P:${patient.body.uhid}`]));
    const job = (await print(wish)).body;
    expect(job).toMatchObject({ source_type: "patients", source_id: patient.body.id });
  });

  test("of a token that has no slip yet is the slip that then comes out", async () => {
    const patient = await client.call(patientsContract.create, {
      body: { name: "लक्ष्मी अय्यर", gender: "female", age_years: 40 },
    });
    const patient_id = patient.body.id;
    const visit = {
      patient_id,
      provider_id: bench.node.tenant.doctorId,
      source: "walk_in",
    } as const;
    const source_id = (await client.call(appointmentsContract.create, { body: visit })).body.id;
    const wish = { document_type: "queue_token", source_id };
    const shown = (await preview(wish)).body;
    expect(shown).toMatchObject({ format: "escpos", pages: 1 });
    const [picture] = shown.papers;
    const read = await readWithZxing(Buffer.from(picture?.content ?? "", "base64"));
    expect(read.map(({ text }) => text)).toEqual([`EW1:T:${source_id}`]);
    // Its own job, queued with it, says the same.
    const jobs = await client.call(printJobsContract.list, { query: { source_id } });
    const print_job_id = jobs.body.data[0]?.id ?? "";
    expect((await preview({ print_job_id })).body.sha256).toBe(shown.sha256);
    const strange = await refusal(preview({ ...wish, source_id: patient_id }));
    expect(strange).toMatchObject({ status: 422, code: "invalid_reference" });
  });

  test("shows a template before it is set, and leaves what is set", async () => {
    const wish = { document_type: "receipt", data: receipt };
    const before = (await preview(wish)).body;
    const look = { display_name: "New name", footer_lines: ["Thank you"] };
    const tried = (await preview({ ...wish, template: look })).body;
    expect(tried.sha256).not.toBe(before.sha256);
    expect((await preview(wish)).body).toEqual(before);
    const params = { document_type: "receipt" } as const;
    await client.call(printTemplatesContract.set, { params, body: look });
    expect((await preview(wish)).body.sha256).toBe(tried.sha256);
  });

  test.each([
    ["a logo that is none", { logo_png: "aGVsbG8gd29ybGQ=" }, "template.logo_png"],
    ["one language twice", { languages: ["hi", "hi"] }, "template.languages"],
    ["an unknown field", { colour: "red" }, "template.colour"],
  ])("of a template with %s names the field", async (_what, template, path) => {
    const failure = await refusal(preview({ document_type: "receipt", data: receipt, template }));
    expect(failure.status).toBe(422);
    expect(JSON.stringify(failure.details)).toContain(`"${path}"`);
  });

  test("names the character that no font has, and does not repeat the name it stands in", async () => {
    const data = { ...receipt, patient: { name: "Zhang 张伟", uhid: "LKO-000123-P" } };
    const failure = await refusal(preview({ document_type: "receipt", data }));
    expect(failure).toMatchObject({ status: 422, code: "not_printable" });
    expect(failure.details).toMatchObject({
      reason: "missing_glyph",
      about: ["U+4F1F (Han)", "U+5F20 (Han)"],
      fields: [{ path: "data.patient.name", code: "not_printable" }],
    });
    expect(JSON.stringify(failure.details) + failure.message).not.toContain("Zhang");
  });

  test.each([
    [
      "a bill that does not add up",
      { document_type: "bill", data: { ...bill, due_minor: 1 } },
      "data.due_minor",
    ],
    ["no document and no job", {}, "document_type"],
    ["data that is missing", { document_type: "bill" }, "data"],
  ])("of %s names the field", async (_what, body, path) => {
    const failure = await refusal(preview(body));
    expect(failure.status).toBe(422);
    expect(JSON.stringify(failure.details)).toContain(`"${path}"`);
  });

  test("says when a printer is not made for the document", async () => {
    const { id } = await registerPrinter(client, "escpos_80", desk.port);
    const body = { document_type: "lab_label", data: labLabel, device_id: id };
    const failure = await refusal(preview(body));
    expect(failure).toMatchObject({ code: "not_printable", details: { reason: "wrong_medium" } });
  });

  test("is not for strangers", async () => {
    const stranger = await fetch(`${bench.node.url}/v1/print-jobs/preview`, { method: "POST" });
    expect(stranger.status).toBe(401);
    const job = (await print({ data: receipt })).body;
    const other = await clientFor(bench.node, bench.node.other);
    const sent = other.call(printPreviewContract.create, { body: { print_job_id: job.id } });
    expect((await refusal(sent)).status).toBeGreaterThanOrEqual(403);
  });
});
