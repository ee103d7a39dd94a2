import { expect } from "vitest";
import { printoutQrs, printoutText, type Printout } from "@edgeward/devices/virtual/printout.ts";
import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";
import type { MixedLoad } from "./mixed-load.ts";

/** Has the desk's printer put out receipts as well. */
export async function printReceipts(product: Product): Promise<void> {
  const [printer] = product.branchRows("SELECT id FROM devices WHERE device_type = 'printer'");
  const path = `/v1/devices/${String(printer?.["id"])}`;
  const set = await product.call("branch", "PUT", path, { roles: ["token", "receipt"] });
  expect(set.body).toMatchObject({ roles: ["token", "receipt"] });
}

/** How many printouts that are not void have what each source's paper has. */
function slipsBy(
  product: Product,
  texts: (printout: Printout) => readonly string[],
): ReadonlyMap<string, number> {
  const slips = new Map<string, number>();
  for (const printout of product.printouts()) {
    if (printoutText(printout).includes("VOID")) continue;
    for (const content of texts(printout)) slips.set(content, (slips.get(content) ?? 0) + 1);
  }
  return slips;
}

/** What each source has: how its jobs ended, and how often its paper came out. */
function printedOf(product: Product, ids: readonly string[], countOf: (id: string) => number) {
  return ids.map((id) => {
    const jobs = product.branchRows("SELECT status FROM print_jobs WHERE source_id = ?", [id]);
    return { id, statuses: jobs.map((job) => String(job["status"])), slips: countOf(id) };
  });
}

/** No slip came out twice; what the branch calls printed lies on the desk, and what is in doubt waits for a person. */
export async function expectPrintedOnce(
  product: Product,
  load: MixedLoad,
  withinMs: number,
): Promise<void> {
  const open = "SELECT 1 FROM print_jobs WHERE status IN ('queued', 'printing')";
  await until("the printer is done", withinMs, () => product.branchRows(open).length === 0);
  const slips = slipsBy(product, (printout) => printoutQrs(printout).map(({ content }) => content));
  const tokens = printedOf(product, load.ids("token"), (id) => slips.get(`EW1:T:${id}`) ?? 0);
  const lines = slipsBy(product, (printout) => [...new Set(printoutText(printout).split(/\s+/u))]);
  const payments = product.branchRows("SELECT id, receipt_no FROM payments");
  const numbers = new Map(payments.map((row) => [String(row["id"]), String(row["receipt_no"])]));
  expect([...numbers.keys()].toSorted()).toEqual(load.ids("payment").toSorted());
  const numberOf = (id: string) => numbers.get(id) ?? "";
  const receipts = printedOf(
    product,
    [...numbers.keys()],
    (id) => lines.get(numberOf(id)) ?? 0,
  ).filter(({ statuses }) => statuses.length > 0);
  expect(receipts.length).toBe(load.ids("receipt").length);

  const isRight = ({ statuses: [status, ...others], slips: count }: (typeof tokens)[number]) =>
    others.length === 0 &&
    ((status === "printed" && count === 1) || (status === "needs_review" && count <= 1));
  for (const papers of [tokens, receipts]) {
    expect(papers.filter((paper) => !isRight(paper))).toEqual([]);
    expect(papers.some((paper) => paper.slips === 1)).toBe(true);
  }
  // Of no payment that is not on record has a receipt come out.
  const onRecord = new Set(numbers.values());
  const onPaper = [...lines.keys()].filter((text) => /^[A-Z0-9]+\/R\d{4}\/\d+$/u.test(text));
  expect(onPaper.length).toBeGreaterThan(0);
  expect(onPaper.filter((number) => !onRecord.has(number))).toEqual([]);
}
