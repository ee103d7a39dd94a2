import { useNavigate } from "@tanstack/react-router";
import { claimableBills, claimOfBill } from "#ui/desk/claims/claim-draft.ts";
import { useClaimsOf } from "#ui/desk/claims/claim-queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Invoice } from "./bill-queries.ts";

/** The claim that a bill stands in; where a payer has a share of it and it stands in none, one is begun with it. */
export function BillClaim({ invoice }: { readonly invoice: Invoice }) {
  const say = useSay();
  const go = useNavigate();
  const mayClaim = useMay("claims", "create");
  const { data: claims } = useClaimsOf(invoice.payer_id === null ? null : invoice.patient_id);
  if (claims === undefined) return null;
  const claim = claimOfBill(claims, invoice.id);
  if (claim !== undefined)
    return (
      <Button
        onPress={() => void go({ to: "/claims/$claim", params: { claim: claim.id } })}
        testName={testNames.openClaim}
      >
        {say("claims.openOf", { number: claim.claim_no })}
      </Button>
    );
  if (!mayClaim || claimableBills([invoice], claims).length === 0) return null;
  return (
    <Button
      look="primary"
      onPress={() => void go({ to: "/claims/new", search: { bill: invoice.id } })}
      testName={testNames.claimOfBill}
    >
      {say("claims.new")}
    </Button>
  );
}
