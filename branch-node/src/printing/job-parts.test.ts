import { describe, expect, test } from "vitest";
import { epson80mm, generic58mm } from "@edgeward/devices/printer/profile.ts";
import { createInterpreter } from "@edgeward/devices/virtual/escpos/interpreter.ts";
import { printoutQrs, printoutText, type Printout } from "@edgeward/devices/virtual/printout.ts";
import { documentShapes } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { documentJobData } from "@edgeward/shared/clinical/print-jobs/print-jobs.letterhead.ts";
import { settingsOf } from "./documents/print-settings.ts";
import { receiptContent } from "./documents/receipt.ts";
import { createWording } from "./documents/wording.ts";
import { drawJob, type DrawnJob, type Printable } from "./job-parts.ts";
import { afterBreak } from "./void-strip.ts";

const job: Printable = {
  template: "queue_token",
  data: {
    facility_name: "Sahyadri",
    branch_name: "Kothrud",
    department: "Eye",
    queue_no: 7,
    token_code: "EYE-007",
    patient_name: "आशा पाटील",
    uhid: "PUN1-00001-X",
    provider_name: "Anita Rao",
    issued_at: "2026-11-21T10:05:00.000Z",
    time_zone: "Asia/Kolkata",
    appointment_id: "apt_1",
  },
  copies: 1,
  reprint_of_id: null,
  created_at: "2026-11-21T10:05:00.000Z",
};
const epson = { kind: "receipt", profile: epson80mm } as const;
const narrow = { kind: "receipt", profile: generic58mm } as const;

function printoutsOf(...bytes: readonly Uint8Array[]): readonly Printout[] {
  const printouts: Printout[] = [];
  const interpreter = createInterpreter({
    onEvent: (event) => void (event.kind === "printout" && printouts.push(event.printout)),
  });
  for (const chunk of bytes) interpreter.push(chunk);
  return printouts;
}

function bytesOf(drawn: DrawnJob): readonly [Uint8Array, Uint8Array] {
  if ("failure" in drawn) throw new Error(drawn.failure);
  return [drawn.parts.body, drawn.parts.trailer];
}

describe("a print job", () => {
  test("is one printout, which only the trailer cuts off", async () => {
    const [body, trailer] = bytesOf(await drawJob(job, epson));
    expect(printoutsOf(body)).toEqual([]);
    expect(printoutsOf(body, trailer)).toHaveLength(1);
  });

  test("of three copies is three equal printouts", async () => {
    const printouts = printoutsOf(...bytesOf(await drawJob({ ...job, copies: 3 }, epson)));
    expect(printouts).toHaveLength(3);
    expect(new Set(printouts.map((printout) => JSON.stringify(printout))).size).toBe(1);
  });

  test("that repeats another says so on the paper", async () => {
    const again = { ...job, reprint_of_id: "prn_1" };
    const [printout] = printoutsOf(...bytesOf(await drawJob(again, narrow)));
    expect(printout === undefined ? "" : printoutText(printout)).toContain("*** DUPLICATE ***");
  });

  test.each([
    ["a template of a later version", { ...job, template: "hologram" }, "unknown_template"],
    [
      "data without a name",
      { ...job, data: { ...job.data, patient_name: null } },
      "unreadable_data",
    ],
    [
      "a script without a font in its letterhead",
      { ...job, data: { ...job.data, facility_name: "ᚠᚢᚦ" } },
      "missing_glyph",
    ],
  ])("with %s is not printed at all", async (_what, strange, failure) => {
    expect(await drawJob(strange, epson)).toMatchObject({ failure });
  });
});

function receiptJob(document: object): Printable {
  const letterhead = {
    display_name: "Sahyadri",
    header_lines: [],
    footer_lines: [],
    extra_lines: [],
    logo_png: null,
    languages: ["en"],
    numerals: "latn",
    page_size: "a4",
    label_size: null,
    time_zone: "Asia/Kolkata",
  };
  const patient = { name: "Anita Rao", uhid: "PUN1-00001-X" };
  const said = { receipt_no: "PU/R2627/7", received_at: job.created_at, patient, ...document };
  return { ...job, template: "receipt", data: { document: said, letterhead } };
}

/** All that stands on a receipt's paper, block by block. */
function saidOn({ data }: Printable): string {
  const kept = documentJobData.parse(data);
  const settings = settingsOf(kept.letterhead);
  const context = { settings, reprint: null, wording: createWording(settings) };
  const document = documentShapes.receipt.parse(kept.document);
  return JSON.stringify(receiptContent(context, document));
}

describe("a receipt", () => {
  const card = { method: "card", amount_minor: 30_000 };
  const cash = { method: "cash", amount_minor: 20_000 };
  const several = receiptJob({ amount_minor: 50_000, tenders: [card, cash] });
  const till = { ...epson, hasDrawer: true } as const;

  test("says each of several tenders, and opens the drawer for the cash among them", async () => {
    expect(saidOn(several)).toMatch(/Card.*300\.00.*Cash.*200\.00.*Amount.*500\.00/u);
    expect(await drawJob(several, till)).toMatchObject({ kicks: true });
    const byCard = receiptJob({ amount_minor: 30_000, tenders: [card] });
    expect(await drawJob(byCard, till)).toMatchObject({ kicks: false });
    expect(await drawJob({ ...several, reprint_of_id: "prn_1" }, till)).toMatchObject({
      kicks: false,
    });
  });

  test("says of what is paid back that it is, of which receipt, and why", () => {
    const back = { kind: "refund", of_receipt_no: "PU/R2627/3", reason: "Was not done" };
    const text = saidOn(receiptJob({ ...back, amount_minor: 20_000, tenders: [cash] }));
    for (const said of ["Refund", "PU/R2627/3", "Was not done", "Paid back"])
      expect(text).toContain(said);
    expect(text).not.toContain("Received with thanks");
  });
});

const none = new Uint8Array();

describe("what is left of an interrupted print", () => {
  test.each([0.1, 0.3, 0.5, 0.9, 1])(
    "comes off as void when %d of it was printed",
    async (share) => {
      const [body, trailer] = bytesOf(await drawJob(job, epson));
      const broken = body.subarray(0, Math.floor(body.length * share));
      const { filler, strip } = afterBreak(epson) ?? { filler: none, strip: null };
      const printouts = printoutsOf(
        broken,
        filler,
        strip?.body ?? none,
        strip?.trailer ?? none,
        body,
        trailer,
      );
      expect(printouts).toHaveLength(2);
      const [voided, slip] = printouts;
      expect(voided === undefined ? "" : printoutText(voided)).toContain("*** VOID ***");
      expect([slip]).toEqual(printoutsOf(body, trailer));
      expect(slip === undefined ? [] : printoutQrs(slip)).toHaveLength(1);
    },
  );
});
