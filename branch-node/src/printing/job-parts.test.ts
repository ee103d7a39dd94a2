import { describe, expect, test } from "vitest";
import { epson80mm, generic58mm } from "@edgeward/devices/printer/profile.ts";
import { createInterpreter } from "@edgeward/devices/virtual/escpos/interpreter.ts";
import { paperQrs, paperText, type Paper } from "@edgeward/devices/virtual/paper.ts";
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

function papersOf(...bytes: readonly Uint8Array[]): readonly Paper[] {
  const papers: Paper[] = [];
  const interpreter = createInterpreter({
    onEvent: (event) => void (event.kind === "paper" && papers.push(event.paper)),
  });
  for (const chunk of bytes) interpreter.push(chunk);
  return papers;
}

function bytesOf(drawn: DrawnJob): readonly [Uint8Array, Uint8Array] {
  if ("failure" in drawn) throw new Error(drawn.failure);
  return [drawn.parts.body, drawn.parts.trailer];
}

describe("a print job", () => {
  test("is one paper, which only the trailer cuts off", async () => {
    const [body, trailer] = bytesOf(await drawJob(job, epson));
    expect(papersOf(body)).toEqual([]);
    expect(papersOf(body, trailer)).toHaveLength(1);
  });

  test("of three copies is three equal papers", async () => {
    const papers = papersOf(...bytesOf(await drawJob({ ...job, copies: 3 }, epson)));
    expect(papers).toHaveLength(3);
    expect(new Set(papers.map((paper) => JSON.stringify(paper))).size).toBe(1);
  });

  test("that repeats another says so on the paper", async () => {
    const again = { ...job, reprint_of_id: "prn_1" };
    const [paper] = papersOf(...bytesOf(await drawJob(again, narrow)));
    expect(paper === undefined ? "" : paperText(paper)).toContain("*** DUPLICATE ***");
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

const none = new Uint8Array();

describe("what is left of an interrupted print", () => {
  test.each([0.1, 0.3, 0.5, 0.9, 1])(
    "comes off as void when %d of it was printed",
    async (share) => {
      const [body, trailer] = bytesOf(await drawJob(job, epson));
      const broken = body.subarray(0, Math.floor(body.length * share));
      const { filler, strip } = afterBreak(epson) ?? { filler: none, strip: null };
      const papers = papersOf(
        broken,
        filler,
        strip?.body ?? none,
        strip?.trailer ?? none,
        body,
        trailer,
      );
      expect(papers).toHaveLength(2);
      const [voided, slip] = papers;
      expect(voided === undefined ? "" : paperText(voided)).toContain("*** VOID ***");
      expect([slip]).toEqual(papersOf(body, trailer));
      expect(slip === undefined ? [] : paperQrs(slip)).toHaveLength(1);
    },
  );
});
