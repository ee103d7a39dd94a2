import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import { paymentsContract } from "@edgeward/shared/clinical/payments/payments.contract.ts";
import { preauthContract } from "@edgeward/shared/clinical/preauth/preauth.contract.ts";
import { engines } from "#support/engines.ts";
import { clientFor, type TestNode } from "#support/node.ts";
import { newShift } from "./cash-samples.ts";
import { billedTotal, claimBody, newClaim, payersBill, payerShare } from "./claim-samples.ts";
import { newInvoice } from "./money-samples.ts";
import { seedPayer } from "./payer-samples.ts";
import { newPreauth } from "./preauth-samples.ts";
import { publishedOf } from "./radiology-samples.ts";
import { worldOf, type World } from "./world.ts";

const { create, get, list, update } = claimsContract;
const nowhere = "inv_01jd7x2vry38gapbnk0v8yyk24";

function refused(path: string, code = "validation_error") {
  return { status: 422, details: { fields: [expect.objectContaining({ path, code })] } };
}

describe.each(engines)("claims on the $engine", (engine) => {
  let node: TestNode;
  let world: World;
  let shiftId: string;

  beforeAll(async () => {
    node = await engine.start();
    world = await worldOf(node, node.tenant);
    shiftId = (await newShift(world.client)).id;
  });
  afterAll(() => node.stop());

  async function change(id: string, body: object) {
    return (await world.client.call(update, { params: { id }, body })).body;
  }

  async function reviewed(id: string) {
    await change(id, { status: "acknowledged" });
    return change(id, { status: "under_review" });
  }

  /** What is settled is paid within an open drawer. */
  function settle(id: string, amount_minor: number, tds_minor: number, more: object = {}) {
    const settlement = { utr: "SBIN0000123456789", date: "2026-01-05", amount_minor };
    const body = { status: "settled", settlement, tds_minor, cashier_shift_id: shiftId, ...more };
    return change(id, body);
  }

  const part = {
    status: "partially_approved",
    approved_minor: 800_000,
    deductions: [{ reason_code: "not_payable", amount_minor: 100_000, note: "Gloves" }],
  } as const;

  async function paymentsOf(claimId: string) {
    const query = { claim_id: claimId };
    return (await world.client.call(paymentsContract.list, { query })).body.data;
  }

  test("are submitted, asked about, cut and paid, and the bills are paid with them", async () => {
    const patient_id = await world.patient();
    const payer_id = await seedPayer(world);
    const bills = [
      await payersBill(world, patient_id, payer_id),
      await payersBill(world, patient_id, payer_id),
    ];
    const drawn = await newClaim(world, {
      patient_id,
      payer_id,
      invoice_ids: bills.map(({ id }) => id),
      claimed_minor: 2 * payerShare,
      draft: true,
    });
    expect(drawn).toMatchObject({
      status: "draft",
      claim_no: expect.stringMatching(/^[A-Z0-9]{2,4}\/K\d{4}\/\d+$/u),
      payer_share_minor: 2 * payerShare,
      documents_missing: ["discharge_summary", "final_bill", "id_proof"],
      submitted_at: null,
    });
    await expect(change(drawn.id, { status: "submitted" })).rejects.toMatchObject(
      refused("documents"),
    );
    const { documents } = await claimBody(world, { patient_id, payer_id, invoice_ids: [nowhere] });
    const sent = await change(drawn.id, { status: "submitted", documents });
    expect(sent).toMatchObject({
      status: "submitted",
      sla_due_at: null,
      due_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u),
      documents_missing: [],
    });
    await reviewed(drawn.id);
    const asked = await change(drawn.id, { query: { text: "Why two bills?" } });
    const answer = { query_id: asked.queries[0]?.id ?? "", answer: "One of the theatre" };
    expect(await change(drawn.id, { answer })).toMatchObject({ status: "under_review" });
    const approved = await change(drawn.id, {
      ...part,
      approved_minor: 2 * payerShare - 100_000,
    });
    expect(approved).toMatchObject({ deducted_minor: 100_000, decided_at: expect.any(String) });
    const settled = await settle(drawn.id, 1_500_000, 150_000);
    expect(settled).toMatchObject({
      status: "settled",
      settled_minor: 1_500_000,
      tds_minor: 150_000,
    });
    const paid = await paymentsOf(drawn.id);
    expect(paid.toReversed()).toMatchObject([
      {
        invoice_id: bills[0]?.id,
        amount_minor: payerShare,
        tenders: [{ method: "insurance", reference: "SBIN0000123456789" }],
      },
      {
        invoice_id: bills[1]?.id,
        amount_minor: 750_000,
        tenders: [
          { amount_minor: 600_000, reference: "SBIN0000123456789" },
          { amount_minor: 150_000, reference: "TDS" },
        ],
      },
    ]);
    const [first, second] = await Promise.all(
      bills.map(async ({ id }) => {
        return (await world.client.call(invoicesContract.get, { params: { id } })).body;
      }),
    );
    expect(first).toMatchObject({ due_minor: billedTotal - payerShare, status: "partially_paid" });
    expect(second).toMatchObject({ due_minor: billedTotal - 750_000 });
    expect(await publishedOf(node, drawn.id)).toEqual([
      "claim.updated",
      "claim.submitted",
      "claim.updated",
      "claim.updated",
      "claim.queried",
      "claim.updated",
      "claim.approved",
      "claim.settled",
    ]);
    expect(await publishedOf(node, paid[0]?.id ?? "")).toEqual(["payment.received"]);
    await expect(settle(drawn.id, 1, 0)).rejects.toMatchObject(
      refused("settlement", "read_only_field"),
    );
    expect(await paymentsOf(drawn.id)).toHaveLength(2);
  });

  test("take no decision and no settlement that does not fit", async () => {
    const { id } = await newClaim(world);
    await reviewed(id);
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ ...part, deductions: [] }, "deductions", "validation_error"],
      [{ ...part, approved_minor: payerShare }, "approved_minor", "validation_error"],
      [{ status: "approved", approved_minor: 1 }, "approved_minor", "validation_error"],
      [
        { status: "approved", approved_minor: payerShare + 1 },
        "approved_minor",
        "validation_error",
      ],
      [{ status: "rejected", approved_minor: 1 }, "approved_minor", "validation_error"],
      [{ approved_minor: 1 }, "approved_minor", "read_only_field"],
      [{ tds_minor: 1 }, "tds_minor", "read_only_field"],
      [{ claimed_minor: 1 }, "claimed_minor", "read_only_field"],
      [{ invoice_ids: [nowhere] }, "invoice_ids", "read_only_field"],
      [{ settled_minor: 5 }, "settled_minor", "read_only_field"],
    ];
    for (const [body, path, code] of wrong)
      await expect(change(id, body), path).rejects.toMatchObject(refused(path, code));
    await expect(settle(id, 1, 0)).rejects.toMatchObject({ status: 409 });
    await change(id, part);
    const late: readonly (readonly [object, string, string])[] = [
      [{ settlement: undefined }, "settlement", "validation_error"],
      [{ tds_minor: 1 }, "settlement.amount_minor", "overpayment"],
      [
        { settlement: { utr: "SBIN0000123456789", date: "2099-01-05", amount_minor: 1 } },
        "settlement.date",
        "validation_error",
      ],
    ];
    for (const [body, path, code] of late)
      await expect(settle(id, 800_000, 0, body), path).rejects.toMatchObject(refused(path, code));
    const headers = { "x-branch-id": node.tenant.secondBranchId };
    const elsewhere = await clientFor(node, node.tenant, { headers });
    const body = { status: "settled", tds_minor: 0 } as const;
    await expect(elsewhere.call(update, { params: { id }, body })).rejects.toMatchObject({
      code: engine.engine === "branch" ? "branch_forbidden" : "branch_mismatch",
    });
    expect(await paymentsOf(id)).toEqual([]);
    const auditor = await clientFor(node, node.tenant, { claims: { roles: ["integrator"] } });
    const settlement = { utr: "SBIN0000123456789", date: "2026-01-05", amount_minor: 1 };
    const asked = auditor.call(update, {
      params: { id },
      body: { status: "settled", settlement },
    });
    await expect(asked).rejects.toMatchObject({ status: 403, code: "forbidden" });
  });

  test("claim each bill once, no more than it leaves to the payer, and appeal what was refused", async () => {
    const first = await newClaim(world);
    const again = { patient_id: first.patient_id, payer_id: first.payer_id };
    const same = { ...again, invoice_ids: first.invoice_ids, draft: true } as const;
    await expect(newClaim(world, same)).rejects.toMatchObject(
      refused("invoice_ids.0", "already_claimed"),
    );
    const [billed = ""] = first.invoice_ids;
    const cancelling = world.client.call(invoicesContract.update, {
      params: { id: billed },
      body: { status: "void", status_reason: "Typed twice" },
    });
    await expect(cancelling).rejects.toMatchObject(refused("status", "already_claimed"));
    await reviewed(first.id);
    await change(first.id, { status: "rejected" });
    const second = await newClaim(world, same);
    await expect(change(first.id, { status: "appealed" })).rejects.toMatchObject(
      refused("invoice_ids.0", "already_claimed"),
    );
    await change(second.id, { status: "cancelled" });
    await change(first.id, { status: "appealed" });
    expect(await change(first.id, { status: "under_review" })).toMatchObject({
      status: "under_review",
    });

    const bill = (await newInvoice(world, again)).id;
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ claimed_minor: payerShare + 1 }, "claimed_minor", "over_payer_share"],
      [{ invoice_ids: [nowhere] }, "invoice_ids.0", "invalid_reference"],
      [{ invoice_ids: [bill] }, "invoice_ids.0", "invalid_reference"],
      [{ claim_type: "cashless" }, "preauth_id", "validation_error"],
      [{ encounter_id: null }, "encounter_id", "validation_error"],
      [{ documents: [] }, "documents", "validation_error"],
      [
        { policy: { policy_no: "P", member_id: "M", valid_to: "2020-01-01" } },
        "policy.valid_to",
        "validation_error",
      ],
    ];
    for (const [body, path, code] of wrong)
      await expect(newClaim(world, body), path).rejects.toMatchObject(refused(path, code));
  });

  test("are their tenant's alone, noted by who bills, and read at the desk and by doctors", async () => {
    const { id } = await newClaim(world, { draft: true });
    const params = { id };
    const stranger = await clientFor(node, node.other);
    await expect(stranger.call(get, { params })).rejects.toMatchObject({ status: 404 });
    const as = (role: string) => clientFor(node, node.tenant, { claims: { roles: [role] } });
    for (const role of ["nurse", "pharmacist", "lab", "stores"])
      await expect((await as(role)).call(get, { params })).rejects.toMatchObject({ status: 403 });
    for (const role of ["doctor", "front_desk"]) {
      const reader = await as(role);
      expect((await reader.call(get, { params })).status).toBe(200);
      const made = reader.call(create, { body: await claimBody(world) });
      await expect(made).rejects.toMatchObject({ status: 403 });
    }
    const body = { remarks: "Told" };
    expect((await (await as("billing")).call(update, { params, body })).status).toBe(200);
  });

  test("of a cashless stay use up its authorisation, and are late after 180 minutes", async () => {
    const asked = await newPreauth(world);
    const { patient_id, payer_id } = asked;
    const one = { patient_id, payer_id, claim_type: "cashless", preauth_id: asked.id } as const;
    await expect(newClaim(world, one)).rejects.toMatchObject(
      refused("preauth_id", "invalid_reference"),
    );
    const params = { id: asked.id };
    const noted = (body: object) => world.client.call(preauthContract.update, { params, body });
    await noted({ status: "under_review" });
    const number = { authorization_no: "A-1" };
    await noted({ status: "approved", approved_minor: asked.requested_minor, ...number });
    const claim = await newClaim(world, one);
    expect(Date.parse(claim.sla_due_at ?? "") - Date.parse(claim.submitted_at ?? "")).toBe(
      10_800_000,
    );
    const used = (await world.client.call(preauthContract.get, { params })).body;
    expect(used.status).toBe("utilised");
    const late = async () => {
      const query = { breached: "true", payer_id } as const;
      return (await world.client.call(list, { query })).body.data.map(({ id }) => id);
    };
    expect(await late()).toEqual([]);
    node.clock.advance(181 * 60_000);
    // A token does not last as long.
    world = await worldOf(node, node.tenant);
    expect(await late()).toEqual([claim.id]);
    const read = await world.client.call(get, { params: { id: claim.id } });
    expect(read.body).toMatchObject({ sla_breached: true });
  });
});
