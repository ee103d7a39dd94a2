import { describe, expect, test } from "vitest";
import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import {
  claimBody,
  claimGaps,
  claimState,
  claimableBills,
  emptyClaim,
  readClaim,
  shareOfChosen,
  withPayer,
  type ClaimableBill,
} from "./claim-draft.ts";

const patientId = "pat_01jd7x2vry38gapbnk0v8yyk24";
const payerId = "pyr_01jd7x2vry38gapbnk0v8yyk24";
const visit = "enc_01jd7x2vry38gapbnk0v8yyk24";
const billId = (nth: number) => `inv_01jd7x2vry38gapbnk0v8yyk2${nth}`;

function bill(nth: number, more: Partial<ClaimableBill> = {}): ClaimableBill {
  return {
    id: billId(nth),
    status: "issued",
    payer_id: payerId,
    payer_split: { payer_minor: 70_000, patient_minor: 30_000 },
    total_minor: 100_000,
    credited_minor: 0,
    encounter_id: visit,
    admission_id: null,
    ...more,
  };
}

const policy = { policy_no: "POL/1", member_id: "M-1", valid_to: "2027-01-31" };
const known = {
  payer: { id: payerId, type: "corporate" as const },
  bills: [bill(1), bill(2, { credited_minor: 60_000 }), bill(3, { payer_id: "pyr_2" })],
  earlier: [{ payer_id: payerId, policy }],
};
const begun = withPayer({ ...emptyClaim, patientId }, payerId, known);
const whole = {
  ...begun,
  diagnoses: [{ code: "K35.8", system: "icd10" as const, use: "provisional" as const }],
  papers: [{ type: "id_proof" as const, documentId: "doc_01jd7x2vry38gapbnk0v8yyk24" }],
};
const share = shareOfChosen(whole, known.bills);

describe("a claim that is made at the desk", () => {
  test("can be of bills of which something is owed, that leave something to a payer and stand in no claim", () => {
    const bills = [
      bill(1),
      bill(2, { status: "paid" }),
      bill(3, { payer_split: null }),
      bill(4, { credited_minor: 100_000 }),
      bill(5),
      bill(6),
    ];
    const claims = [
      { status: "submitted" as const, invoice_ids: [billId(5)] },
      { status: "rejected" as const, invoice_ids: [billId(6)] },
    ];
    expect(claimableBills(bills, claims).map(({ id }) => id)).toEqual([billId(1), billId(6)]);
  });

  test("begins with the payer's bills, their visit, and the policy under which it paid before", () => {
    expect(begun).toMatchObject({
      bills: [billId(1), billId(2)],
      visit,
      scheme: "corporate",
      policyNo: "POL/1",
      memberId: "M-1",
      validTo: "2027-01-31",
    });
    expect(share).toBe(110_000);
  });

  test("is sent as the contract has it, with all that the bills leave to the payer", () => {
    const body = claimBody(whole, share, false);
    expect(body).toMatchObject({
      encounter_id: visit,
      claimed_minor: 110_000,
      claim_type: "reimbursement",
      diagnosis_codes: ["K35.8"],
      documents: [{ type: "id_proof" }],
    });
    expect(claimsContract.create.body.safeParse(body).error).toBeUndefined();
    const stay = { ...whole, visit: "adm_01jd7x2vry38gapbnk0v8yyk24", claimed: "900" };
    expect(claimBody(stay, share, true)).toMatchObject({
      admission_id: stay.visit,
      claimed_minor: 90_000,
      draft: true,
    });
  });

  test.each([
    [{}, []],
    [{ patientId: null }, ["patient"]],
    [{ bills: [] }, ["bills"]],
    [{ visit: "" }, ["visit"]],
    [{ type: "cashless" as const }, ["preauth"]],
    [{ claimed: "1100.01" }, ["claimed"]],
    [{ claimed: "0" }, ["claimed"]],
    [{ policyNo: " ", memberId: "" }, ["policyNo", "memberId"]],
    [{ validFrom: "2027-02-01" }, ["validTo"]],
    [{ diagnoses: [] }, ["diagnoses"]],
  ])("with %o lacks %o", (change, gaps) => {
    expect(claimGaps({ ...whole, ...change }, share)).toEqual(gaps);
  });

  test("is read back as it was kept", () => {
    expect(readClaim(claimState(whole, "key"))).toEqual(whole);
    expect(readClaim({ lines: 3 })).toBeNull();
  });
});
