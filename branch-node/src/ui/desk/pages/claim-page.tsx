import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { ClaimActions } from "#ui/desk/claims/claim-actions.tsx";
import { ClaimState } from "#ui/desk/claims/claim-cells.tsx";
import { ClaimContent } from "#ui/desk/claims/claim-content.tsx";
import { ClaimPapers } from "#ui/desk/claims/claim-papers.tsx";
import { useClaim } from "#ui/desk/claims/claim-queries.ts";
import { useBillCurrency } from "#ui/desk/payers/payer-queries.ts";
import { ClaimQuestions } from "#ui/desk/claims/claim-questions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

const over: ReadonlySet<string> = new Set(["settled", "cancelled"]);

/** One claim, at its own address. */
export function ClaimPage() {
  const say = useSay();
  const go = useNavigate();
  const { claim: id } = useParams({ from: "/claims/$claim" });
  const { data: claim, error } = useClaim(id);
  const currency = useBillCurrency(claim?.patient_id);
  const mayUpdate = useMay("claims", "update");
  const title = claim?.claim_no ?? say("claims.claim");
  const mayWrite = mayUpdate && claim !== undefined && !over.has(claim.status);
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.claimPage}>
      <PageHead title={title}>
        {claim === undefined ? null : <ClaimState status={claim.status} />}
        {claim !== undefined && mayWrite ? (
          <ClaimActions claim={claim} currency={currency} />
        ) : null}
        <Button onPress={() => void go({ to: "/claims" })} testName={testNames.toClaims}>
          {say("claims.back")}
        </Button>
      </PageHead>
      <FaultNotice error={error} />
      {claim !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {claim === undefined ? null : (
        <>
          <Link
            to="/patients/$patient/$tab"
            params={{ patient: claim.patient_id, tab: "bills" }}
            className="link bill-who"
          >
            <Who patientId={claim.patient_id} />
          </Link>
          <div className="work-and-aside">
            <div className="work">
              <ClaimContent claim={claim} currency={currency} />
              <ClaimQuestions claim={claim} mayWrite={mayWrite} />
            </div>
            <aside className="work-aside">
              <ClaimPapers claim={claim} mayWrite={mayWrite} />
            </aside>
          </div>
        </>
      )}
    </section>
  );
}
