import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";

/** Makes a record at the branch. @returns its id */
type Make = (path: string, body: unknown) => Promise<string>;

interface ClaimedFor {
  readonly patient_id: string;
  readonly encounter_id: string;
  readonly doctor_id: string;
}

/** Drafts of a claim on, and of a request to, a payer of whom the branch has come to know. @returns their ids */
export async function makeAsked(product: Product, make: Make, of: ClaimedFor) {
  const payer = { code: "suraksha", name: "Suraksha Health", type: "insurer" };
  const { body } = await product.call("hub", "POST", "/v1/payers", payer);
  const payer_id = String(body["id"]);
  await until("the branch knows the payer", 15_000, async () => {
    return (await product.call("branch", "GET", `/v1/payers/${payer_id}`)).status === 200;
  });
  const bill = await make("/v1/invoices", {
    patient_id: of.patient_id,
    payer_id,
    invoice_type: "opd",
    lines: [{ description: "Dressing", unit_price_minor: 25_000 }],
  });
  const policy = { policy_no: "POL/1", member_id: "M-1" };
  const asked = { payer_id, policy, diagnosis_codes: ["K35.8"], draft: true };
  const claim = await make("/v1/claims", {
    ...asked,
    patient_id: of.patient_id,
    encounter_id: of.encounter_id,
    invoice_ids: [bill],
    claim_type: "reimbursement",
    claimed_minor: 25_000,
  });
  const preauth = await make("/v1/preauth", {
    ...asked,
    ...of,
    request_type: "initial",
    estimate: {
      room_minor: 300_000,
      surgeon_minor: 800_000,
      investigations_minor: 0,
      medicines_minor: 200_000,
      implants_minor: 0,
      other_minor: 0,
    },
  });
  return { claim, preauth };
}
