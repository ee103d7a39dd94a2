import type { Product } from "#support/product.ts";
import { until } from "#support/until.ts";

/** Makes a record at the branch. @returns its id */
type Make = (path: string, body: unknown) => Promise<string>;

interface ClaimedFor {
  readonly patient_id: string;
  readonly encounter_id: string;
}

/** A draft of a claim on a payer of whom the branch has come to know. @returns its id */
export async function madeClaim(product: Product, make: Make, of: ClaimedFor): Promise<string> {
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
  return make("/v1/claims", {
    ...of,
    payer_id,
    invoice_ids: [bill],
    claim_type: "reimbursement",
    policy: { policy_no: "POL/1", member_id: "M-1" },
    diagnosis_codes: ["K35.8"],
    claimed_minor: 25_000,
    draft: true,
  });
}
