import type { Claim, RowOf } from "#db/table.ts";
import { recordTable } from "#resource/record-table.ts";
import { claimCrud, claimFields } from "./claims.contract.ts";
import { claimStates } from "./claims.states.ts";

// What was called off or refused sets its bills free; an appeal takes them again.
const freed: readonly string[] = ["cancelled", "rejected"];

interface Claiming {
  readonly claim_no: string;
  readonly status: string;
  readonly invoice_ids: readonly string[];
}

/** The bills that a claim holds as long as it stands. */
export function claimedBills({
  status,
  invoice_ids: ids,
}: Pick<Claiming, "status" | "invoice_ids">) {
  return freed.includes(status) ? [] : ids;
}

/** The kind of claim by which a bill is one claim's. */
export const billClaim = "payer_claims.invoice";

/** A number is one claim's, and what a bill leaves to its payer is claimed once. */
function claimedOnce(row: Claiming): Claim[] {
  const { claim_no: number } = row;
  const field = "claim_no";
  const code = "duplicate_value";
  const numbered: Claim[] =
    number === ""
      ? []
      : [{ kind: "payer_claims.claim_no", value: number, field, code, disputed: field }];
  const billed = claimedBills(row).map((value, nth): Claim => ({
    kind: billClaim,
    value,
    field: `invoice_ids.${nth}`,
    code: "already_claimed",
    disputed: "invoice_ids",
  }));
  return [...numbered, ...billed];
}

/** What payers are to pay of bills. Any branch notes what they say; what two noted apart, a person decides. */
export const claimsTable = recordTable(claimFields, {
  // `claims` are the values that one record may hold.
  name: "payer_claims",
  prefix: claimCrud.prefix,
  merge: "shared_document",
  audience: "tenant",
  stateFields: ["status"],
  stateMachine: () => claimStates.transitions,
  // What a payer has approved and paid is for no clerk to choose between two nodes.
  guardedFields: [
    "invoice_ids",
    "claimed_minor",
    "payer_share_minor",
    "approved_minor",
    "deducted_minor",
    "settlement",
    "settled_minor",
    "tds_minor",
  ],
  fieldRules: {
    status_history: "list",
    payer_share_minor: { follows: "invoice_ids" },
    approved_minor: { follows: "status" },
    deductions: { follows: "status" },
    deducted_minor: { follows: "status" },
    submitted_at: { follows: "status" },
    sla_due_at: { follows: "status" },
    due_date: { follows: "status" },
    decided_at: { follows: "status" },
    settlement: { follows: "status" },
    settled_minor: { follows: "status" },
    tds_minor: { follows: "status" },
    settled_at: { follows: "status" },
  },
  claims: claimedOnce,
  namedIndexes: [
    { name: "payer_claims_by_created", columns: ["tenant_id", "created_at", "id"] },
    { name: "payer_claims_by_patient", columns: ["tenant_id", "patient_id", "created_at", "id"] },
    { name: "payer_claims_by_status", columns: ["tenant_id", "status", "created_at", "id"] },
    // What was claimed, decided and paid in some days is summed up by these.
    { name: "payer_claims_by_submission", columns: ["tenant_id", "branch_id", "submitted_at"] },
    { name: "payer_claims_by_decision", columns: ["tenant_id", "branch_id", "decided_at"] },
    { name: "payer_claims_by_settlement", columns: ["tenant_id", "branch_id", "settled_at"] },
  ],
});

declare module "#db/database.ts" {
  interface Database {
    payer_claims: RowOf<typeof claimsTable>;
  }
}

/** One claim's row. */
export type ClaimRow = RowOf<typeof claimsTable>;
