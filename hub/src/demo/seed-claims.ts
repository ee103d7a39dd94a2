import { claimsContract } from "@edgeward/shared/clinical/claims/claims.contract.ts";
import { invoicesContract } from "@edgeward/shared/clinical/invoices/invoices.contract.ts";
import type { Call, Doer } from "./calls.ts";

/** Who lies in a bed, and the papers that are kept of them. */
export interface ClaimedStay {
  readonly id: string;
  readonly patientId: string;
  readonly papers: readonly { readonly type: string; readonly document_id: string }[];
}

const total = 4_000_000;
const share = 3_200_000;
const deductions = [
  { reason_code: "not_payable", amount_minor: 200_000, note: "Gloves and masks" },
];
const review = [{ status: "acknowledged" }, { status: "under_review" }];
const approval = { status: "approved", approved_minor: share };
const refusal = { status: "rejected", status_reason: "Waiting period of two years" };

/** The steps by which a claim comes into each of its states; the first is drawn up alone. */
const ways: readonly (readonly object[])[] = [
  [],
  [],
  [{ status: "acknowledged" }],
  review,
  [...review, { query: { text: "Please send the operation notes." } }],
  [...review, approval],
  [...review, { status: "partially_approved", approved_minor: share - 200_000, deductions }],
  [...review, refusal],
  [...review, refusal, { status: "appealed", status_reason: "Insured for three years" }],
  [...review, approval],
  [{ status: "cancelled", status_reason: "Paid by the patient" }],
];
const settledPlace = 9;

interface Claiming {
  readonly call: Call;
  /** With the open shift in which a settlement is posted. */
  readonly by: Doer;
  readonly shiftId: string;
  readonly stays: readonly ClaimedStay[];
  readonly payers: readonly string[];
  /** YYYY-MM-DD. */
  readonly day: string;
}

async function claim(of: Claiming, place: number, steps: readonly object[]): Promise<void> {
  const { call, by, shiftId, stays, payers, day } = of;
  const stay = stays[place % stays.length];
  const payer_id = payers[place % payers.length];
  if (stay === undefined || payer_id === undefined) return;
  const whose = { patient_id: stay.patientId, admission_id: stay.id, payer_id };
  const bill = await call(
    invoicesContract.create,
    {
      body: {
        ...whose,
        invoice_type: "ipd_interim",
        lines: [{ description: "Bed, nursing and treatment", unit_price_minor: total }],
        payer_split: { payer_minor: share },
      },
    },
    by,
  );
  const body = {
    ...whose,
    invoice_ids: [bill.id],
    claim_type: "reimbursement",
    policy: { policy_no: `POL/2026/${100 + place}`, member_id: `M-${place}`, relationship: "self" },
    diagnosis_codes: ["K35.8"],
    claimed_minor: share,
    documents: stay.papers,
    ...(place === 0 ? { draft: true } : {}),
  };
  const { id } = await call(claimsContract.create, { body }, by);
  const settlement = { utr: "SBIN0000987654321", date: day, amount_minor: share - 320_000 };
  const last = { status: "settled", settlement, tds_minor: 320_000, cashier_shift_id: shiftId };
  for (const step of place === settledPlace ? [...steps, last] : steps)
    await call(claimsContract.update, { params: { id }, body: step }, by);
}

/** A claim in each of its states, of those who lie in the beds. */
export async function seedClaims(of: Claiming): Promise<void> {
  for (const [place, steps] of ways.entries()) await claim(of, place, steps);
}
