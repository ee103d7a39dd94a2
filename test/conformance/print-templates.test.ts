import { createCanvas } from "@napi-rs/canvas";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import {
  printTemplatesTable,
  type PrintTemplateRow,
} from "@edgeward/shared/clinical/print-templates/print-templates.table.ts";
import { ApiError, type Client } from "@edgeward/shared/contract/client.ts";
import { deterministicId } from "@edgeward/shared/kernel/deterministic-id.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { writeAsSystem } from "#support/seed.ts";

const { get, list, set } = printTemplatesContract;

async function logo(width = 40): Promise<string> {
  const canvas = createCanvas(width, 20);
  canvas.getContext("2d").fillRect(2, 2, 10, 10);
  return (await canvas.encode("png")).toString("base64");
}

const blank = {
  display_name: null,
  header_lines: null,
  footer_lines: null,
  extra_lines: null,
  logo_png: null,
  languages: null,
  numerals: null,
  page_size: null,
  label_size: null,
  metadata: {},
};

describe.each(engines)("on the $engine", (engine) => {
  let node: TestNode;
  let client: Client;
  let stranger: Client;

  beforeAll(async () => {
    node = await engine.start();
    client = await clientFor(node, node.tenant);
    stranger = await clientFor(node, node.other);
  });
  afterAll(() => node.stop());

  const documents = (documentType: "bill" | "receipt" | "discharge" | "label", who = client) =>
    who.call(get, { params: { document_type: documentType } }).then(({ body }) => body);

  function change(documentType: "all" | "bill" | "receipt" | "label", body: object, who = client) {
    return who.call(set, { params: { document_type: documentType }, body });
  }

  async function refusal(sent: Promise<unknown>): Promise<ApiError> {
    const failure: unknown = await sent.catch((error: unknown) => error);
    if (failure instanceof ApiError) return failure;
    throw new Error("the request was not refused");
  }

  test("documents of a tenant that has set nothing carry its name, its branch's and its zone", async () => {
    const bill = await documents("bill");
    expect(bill).toMatchObject({
      document_type: "bill",
      languages: ["en"],
      numerals: "latn",
      page_size: "a4",
      label_size: null,
      logo_png: null,
      time_zone: "Asia/Kolkata",
    });
    expect(bill.display_name).toMatch(/^Tenant /u);
    expect(bill.header_lines.length).toBeGreaterThan(0);
  });

  /** The tenant's template, which on a branch has come from the hub. */
  function tenantWide(subject: string, fields: Partial<PrintTemplateRow>) {
    return writeAsSystem(node, node.tenant.id, async (write) => {
      const id = deterministicId("ptm", node.tenant.id, "", subject);
      const row = await write.load(printTemplatesTable, id);
      if (row !== null) return write.update(printTemplatesTable, row, fields);
      return write.insert(printTemplatesTable, id, {
        ...blank,
        branch_id: null,
        document_type: subject,
        ...fields,
      });
    });
  }

  test("what is set nearest to a document stands: its type before all, the branch before the tenant", async () => {
    await tenantWide("all", { display_name: "Tenant", footer_lines: ["tenant"] });
    expect(await documents("bill")).toMatchObject({
      display_name: "Tenant",
      footer_lines: ["tenant"],
    });
    await tenantWide("bill", { footer_lines: ["tenant's bills"] });
    await change("all", { display_name: "Branch" });
    const bill = await documents("bill");
    expect(bill).toMatchObject({ display_name: "Branch", footer_lines: ["tenant's bills"] });
    expect(await documents("discharge")).toMatchObject({ footer_lines: ["tenant"] });
    await change("all", { display_name: null });
    expect((await documents("bill")).display_name).toBe("Tenant");
  });

  test("what would come out without what the branch itself has set is reported, and nothing of that is set", async () => {
    await tenantWide("all", { display_name: "Tenant", footer_lines: ["tenant"] });
    await tenantWide("receipt", { footer_lines: ["tenant's receipts"] });
    await change("all", { display_name: "Branch", extra_lines: ["branch"] });
    await change("receipt", { footer_lines: ["branch's receipts"], numerals: "native" });
    const params = { document_type: "receipt" } as const;
    const beneath = await client.call(get, { params, query: { beneath: "branch" } });
    expect(beneath.body).toMatchObject({
      display_name: "Tenant",
      footer_lines: ["tenant's receipts"],
      extra_lines: [],
      numerals: "latn",
    });
    expect(await documents("receipt")).toMatchObject({
      display_name: "Branch",
      footer_lines: ["branch's receipts"],
      numerals: "native",
    });
    const cleared = { display_name: null, extra_lines: null };
    await change("all", cleared);
    await change("receipt", { footer_lines: null, numerals: null });
  });

  test.runIf(engine.engine === "branch")("the tenant's documents are set at the hub", async () => {
    const failure = await refusal(change("label", { scope: "tenant", page_size: "a5" }));
    expect(failure).toMatchObject({ status: 409, code: "hub_only" });
  });

  test.runIf(engine.engine === "hub")(
    "the hub sets the tenant's documents, and not those of a branch with a node of its own",
    async () => {
      const made = await change("label", { scope: "tenant", page_size: "a5" });
      expect(made.body.branch_id).toBeNull();
      const headers = { "x-branch-id": node.tenant.remoteBranchId };
      const remote = await clientFor(node, node.tenant, { headers, claims: { bids: "*" } });
      const failure = await refusal(change("label", { page_size: "a4" }, remote));
      expect(failure).toMatchObject({ status: 409, code: "owned_by_branch" });
    },
  );

  test("another tenant sees none of it", async () => {
    await change("receipt", { footer_lines: ["ours"] });
    expect((await documents("receipt", stranger)).footer_lines).toEqual([]);
    const { body } = await stranger.call(list, {});
    expect(body.data).toEqual([]);
  });

  test("the same template set again is the same record, one version on", async () => {
    const first = (await change("label", { label_size: { width_mm: 50, height_mm: 25 } })).body;
    const second = (await change("label", { languages: ["hi"], numerals: "native" })).body;
    expect(second).toMatchObject({ id: first.id, version: first.version + 1 });
    expect(second.label_size).toEqual({ width_mm: 50, height_mm: 25 });
    const { body } = await client.call(list, {
      query: { document_type: "label", scope: "branch" },
    });
    expect(body.data.map(({ id }) => id)).toEqual([first.id]);
  });

  test("takes a whole PNG for a logo and names the field for anything else", async () => {
    const whole = await logo();
    await change("bill", { logo_png: whole });
    expect((await documents("bill")).logo_png).toBe(whole);
    const bytes = Buffer.from(whole, "base64");
    const flipped = Buffer.from(bytes);
    flipped[bytes.length - 20] = (flipped[bytes.length - 20] ?? 0) ^ 1;
    const broken = [
      bytes.subarray(0, -4),
      flipped,
      Buffer.from("not a picture at all, yet of four"),
      Buffer.from(await logo(1_001), "base64"),
    ];
    for (const file of broken) {
      const failure = await refusal(change("bill", { logo_png: file.toString("base64") }));
      expect(failure).toMatchObject({ status: 422, code: "validation_error" });
      expect(JSON.stringify(failure.details)).toContain("logo_png");
    }
    expect((await documents("bill")).logo_png).toBe(whole);
  });

  test("refuses one language twice", async () => {
    const failure = await refusal(change("bill", { languages: ["hi", "hi"] }));
    expect(JSON.stringify(failure.details)).toContain("languages");
  });

  test("a branch's administrator sets the branch's documents and not the tenant's", async () => {
    const admin = await clientFor(node, node.tenant, {
      headers: { "X-Actor-Role": "branch_admin" },
    });
    await change("receipt", { footer_lines: ["by the branch"] }, admin);
    expect((await documents("receipt")).footer_lines).toEqual(["by the branch"]);
    const failure = await refusal(change("receipt", { scope: "tenant" }, admin));
    expect(failure).toMatchObject({ status: 403, code: "forbidden" });
  });
});
