import { useState } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { stepsOf, type PayersClaim } from "./claim-list.ts";
import { useClaimStep } from "./claim-queries.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { RejectDialog } from "./reject-dialog.tsx";
import { SettleDialog } from "./settle-dialog.tsx";

interface ActionsProps {
  readonly claim: PayersClaim;
  readonly currency: string;
}

const approvals: ReadonlySet<PayersClaim["status"]> = new Set(["approved", "partially_approved"]);

/** Why a step is refused, in the words of the claim. */
function StepFault({ error }: { readonly error: unknown }) {
  const say = useSay();
  const faults = faultsAtFields(error, ["documents", "preauth_id"], say);
  const isUnpapered = faults.at("documents") !== undefined;
  if (!isUnpapered && faults.at("preauth_id") === undefined)
    return <FaultNotice error={faults.rest} />;
  return (
    <p className="field-fault" role="alert">
      {say(isUnpapered ? "claims.papersNeeded" : "claims.preauthNeeded")}
    </p>
  );
}

interface ReviewProps {
  readonly onApprove: () => void;
  readonly onRefuse: () => void;
}

/** What a payer that looks at a claim may have decided. */
function Review({ onApprove, onRefuse }: ReviewProps) {
  const say = useSay();
  return (
    <>
      <Button look="primary" onPress={onApprove} testName={testNames.decideClaim}>
        {say("claims.decide")}
      </Button>
      <Button look="danger" onPress={onRefuse} testName={`${testNames.claimStep}-rejected`}>
        {say("claims.to_rejected")}
      </Button>
    </>
  );
}

/** What is done next with a claim, as its state allows. */
export function ClaimActions({ claim, currency }: ActionsProps) {
  const say = useSay();
  const mayPost = useMay("payments", "create");
  const [opened, setOpened] = useState<"decide" | "reject" | "settle" | null>(null);
  const close = () => setOpened(null);
  const step = useClaimStep(claim.id);
  const reject = useClaimStep(claim.id, close);
  return (
    <>
      {stepsOf(claim.status).map((to) => (
        <Button
          key={to}
          look={to === "cancelled" ? "quiet" : "primary"}
          onPress={() => step.mutate({ status: to })}
          testName={`${testNames.claimStep}-${to}`}
        >
          {say(`claims.to_${to}`)}
        </Button>
      ))}
      {claim.status === "under_review" ? (
        <Review onApprove={() => setOpened("decide")} onRefuse={() => setOpened("reject")} />
      ) : null}
      {approvals.has(claim.status) && mayPost ? (
        <Button look="primary" onPress={() => setOpened("settle")} testName={testNames.settleClaim}>
          {say("claims.settle")}
        </Button>
      ) : null}
      <StepFault error={step.error} />
      {opened === "reject" ? (
        <RejectDialog
          title={say("claims.rejectOf", { number: claim.claim_no })}
          patientId={claim.patient_id}
          error={reject.error}
          onSend={(status_reason) => {
            if (!reject.isPending) reject.mutate({ status: "rejected", status_reason });
          }}
          onClose={close}
        />
      ) : null}
      {opened === "decide" ? (
        <DecideDialog claim={claim} currency={currency} onClose={close} />
      ) : null}
      {opened === "settle" ? (
        <SettleDialog claim={claim} currency={currency} onClose={close} />
      ) : null}
    </>
  );
}
