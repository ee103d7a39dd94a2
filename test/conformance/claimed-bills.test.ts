import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { creditNotesContract } from "@edgeward/shared/clinical/credit-notes/credit-notes.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { engines } from "#support/engines.ts";
import type { TestNode } from "#support/node.ts";
import { newClaim } from "./claim-samples.ts";
import { newInvoice, plainLine } from "./money-samples.ts";
import { seedPayer } from "./payer-samples.ts";
import { worldOf, type World } from "./world.ts";

function refused(path: string, code: string) {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("bills that are claimed, on the $engine", (engine) => {
  let node: TestNode;
  let world: World;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
  });
  afterAll(() => node.stop());

  /** A bill of 10,000 rupees in two lines, of which a payer pays seven thousand. */
  async function payersBill() {
    const [patient_id, payer_id] = [await world.patient(), await seedPayer(world)];
    const lines = [
      { ...plainLine, unit_price_minor: 200_000 },
      { ...plainLine, unit_price_minor: 800_000 },
    ];
    const payer_split = { payer_minor: 700_000 };
    return newInvoice(world, { patient_id, payer_id, lines, payer_split });
  }

  type Bill = Awaited<ReturnType<typeof payersBill>>;

  function claimOf({ id, patient_id, payer_id }: Bill, draft = false) {
    const more = { invoice_ids: [id], claimed_minor: 700_000, draft };
    return newClaim(world, { patient_id, payer_id: payer_id ?? "", ...more });
  }

  async function credit({ id, lines }: Bill, ...places: readonly number[]) {
    const body = {
      reason: "Typed twice",
      lines: places.map((place) => ({ line_id: lines[place]?.id ?? "" })),
    };
    await world.client.call(creditNotesContract.create, { params: { id }, body });
    return (await world.client.call(invoicesContract.get, { params: { id } })).body;
  }

  async function step(
    id: string,
    ...statuses: readonly (
      | "acknowledged"
      | "under_review"
      | "rejected"
      | "cancelled"
      | "appealed"
    )[]
  ) {
    for (const status of statuses)
      await world.client.call(claimsContract.update, { params: { id }, body: { status } });
  }

  test("keep what is asked of the payer: a credit note takes back the patient's part alone, until the claim is called off", async () => {
    const bill = await payersBill();
    const claim = await claimOf(bill);
    await expect(credit(bill, 1)).rejects.toMatchObject(refused("lines", "already_claimed"));
    await expect(credit(bill, 0, 1)).rejects.toMatchObject(refused("lines", "already_claimed"));
    expect(await credit(bill, 0)).toMatchObject({ credited_minor: 200_000, status: "issued" });
    await step(claim.id, "cancelled");
    expect(await credit(bill, 1)).toMatchObject({ credited_minor: 1_000_000, status: "credited" });
    await expect(claimOf(bill)).rejects.toMatchObject(
      refused("invoice_ids.0", "invalid_reference"),
    );
  });

  test("keep it for a claim that is only drawn up as well", async () => {
    const bill = await payersBill();
    await claimOf(bill, true);
    await expect(credit(bill, 0, 1)).rejects.toMatchObject(refused("lines", "already_claimed"));
  });

  test("are not appealed for more than they leave to the payer since a credit note took some back", async () => {
    const bill = await payersBill();
    const claim = await claimOf(bill);
    await step(claim.id, "acknowledged", "under_review", "rejected");
    await credit(bill, 1);
    await expect(step(claim.id, "appealed")).rejects.toMatchObject(
      refused("status", "over_payer_share"),
    );
    const other = await payersBill();
    const whole = await claimOf(other);
    await step(whole.id, "acknowledged", "under_review", "rejected");
    await credit(other, 0);
    await step(whole.id, "appealed");
  });
});
