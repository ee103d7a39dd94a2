import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleOf, sampleTypes } from "@edgeward/branch-node/ui/desk/document-templates/samples.ts";
import { printJobsContract } from "@edgeward/shared/clinical/print-jobs/print-jobs.contract.ts";
import { printPreviewContract } from "@edgeward/shared/clinical/print-jobs/print-preview.contract.ts";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import { readWithZxing } from "#printing/read-codes.ts";
import { startTestBranch } from "#support/branch-harness.ts";
import { clientFor, type TestNode } from "#support/node.ts";

let node: TestNode;
let client: Client;

beforeAll(async () => {
  node = await startTestBranch();
  client = await clientFor(node, node.tenant);
});

afterAll(() => node.stop());

const at = "2026-11-21T10:05:00.000Z";
const preview = (body: object) => client.call(printPreviewContract.create, { body });
const languages = ["en", "hi"] as const;
const documents = sampleTypes.flatMap((type) =>
  languages.map((language) => [type, language] as const),
);

async function refusal(sent: Promise<unknown>): Promise<ApiError> {
  const failure: unknown = await sent.catch((error: unknown) => error);
  if (failure instanceof ApiError) return failure;
  throw new Error("the request was not refused");
}

describe("the sample of a document", () => {
  test.each(documents)(
    "of type %s can be drawn and queued in %s, marked as a sample",
    async (type, language) => {
      const sample = sampleOf(type, language, at);
      const look = { languages: [language], numerals: "native" as const };
      const { body } = await preview({ ...sample, template: look });
      expect(body.papers).toHaveLength(1);
      const made = await client.call(printJobsContract.create, { body: sample });
      expect(made.body).toMatchObject({ document_type: type, status: "queued", source_id: "" });
      expect(JSON.stringify(sample.data)).toContain(
        type === "queue_token" ? "sample" : "SAMPLE / नमूना",
      );
    },
  );
});

test("the sample of a receipt is for no cash, which would open the drawer", () => {
  const { data } = sampleOf("receipt", "en", at);
  expect(data).toMatchObject({ method: "upi" });
});

describe("the sample of a token's slip", () => {
  const sample = sampleOf("queue_token", "en", at);

  test("is of no appointment: its code leads to none, and it has no number by which anybody is called", async () => {
    const { body } = await preview(sample);
    const [picture] = body.papers;
    const read = await readWithZxing(Buffer.from(picture?.content ?? "", "base64"));
    expect(read.map(({ text }) => text)).toEqual(["EW1:T:SAMPLE"]);
    const job = (await client.call(printJobsContract.create, { body: sample })).body;
    expect(job).toMatchObject({ title: "SAMPLE", source_type: "request", source_id: "" });
    // What was previewed is what waits to be printed.
    const queued = await preview({ print_job_id: job.id });
    expect(queued.body.sha256).toBe(body.sha256);
  });

  test("follows the template that is tried out, and the one that is set", async () => {
    const look = { display_name: "नया नाम", languages: ["hi", "en"] as const };
    const before = (await preview(sample)).body.sha256;
    const tried = (await preview({ ...sample, template: look })).body.sha256;
    expect(tried).not.toBe(before);
    const params = { document_type: "queue_token" } as const;
    const body = { display_name: look.display_name, languages: [...look.languages] };
    await client.call(printTemplatesContract.set, { params, body });
    expect((await preview(sample)).body.sha256).toBe(tried);
  });

  test.each([
    ["a content that is no sample", { data: { queue_no: 7 } }, "data"],
    ["a number to be called by", { data: { ...sample.data, queue_no: 7 } }, "data.queue_no"],
    [
      "an appointment beside it",
      { data: sample.data, source_id: "apt_01jd0000000000000000000000" },
      "source_id",
    ],
    ["no name", { data: { ...sample.data, patient_name: "" } }, "data.patient_name"],
  ])("with %s names the field, to be looked at and to be printed", async (_what, wish, path) => {
    const body = { document_type: "queue_token", ...wish } as const;
    const sent = [preview(body), client.call(printJobsContract.create, { body })];
    for (const failure of await Promise.all(sent.map(refusal))) {
      expect(failure.status).toBe(422);
      expect(JSON.stringify(failure.details)).toContain(`"${path}"`);
    }
  });
});

describe("a look that is tried out", () => {
  test("takes away a logo and a size of labels that are set", async () => {
    const sample = sampleOf("label", "en", at);
    const params = { document_type: "label" } as const;
    const usual = (await preview(sample)).body.sha256;
    const label_size = { width_mm: 70, height_mm: 40 };
    await client.call(printTemplatesContract.set, { params, body: { label_size } });
    expect((await preview(sample)).body.sha256).not.toBe(usual);
    const without = { logo_png: null, label_size: null };
    expect((await preview({ ...sample, template: without })).body.sha256).toBe(usual);
  });
});
