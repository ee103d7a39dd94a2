import { useNavigate, useSearch } from "@tanstack/react-router";
import { useInvoice, type Invoice } from "#ui/desk/billing/bill-queries.ts";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useClaimable } from "./claimable.ts";
import { emptyClaim, withPayer, type ClaimDraft } from "./claim-draft.ts";
import { ClaimFormBody } from "./claim-form.tsx";

function NewClaim({ begun }: { readonly begun: ClaimDraft }) {
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const resumed = useResumed(draftKinds.claim, null);
  return (
    <DraftOffer
      kind={draftKinds.claim}
      entityId={null}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany
    >
      <ClaimFormBody
        key={resumed?.id ?? ""}
        begun={begun}
        resumed={resumed}
        onSaved={({ id }) => {
          formLeft();
          void go({ to: "/claims/$claim", params: { claim: id } });
        }}
        onLeave={() => {
          formLeft();
          void go({ to: "/claims" });
        }}
      />
    </DraftOffer>
  );
}

/** Begins with a bill: its patient, its payer, and all that payer's bills of the patient. */
function OfBill({ invoice }: { readonly invoice: Invoice }) {
  const say = useSay();
  const { patient_id: patientId, payer_id: payerId } = invoice;
  const { data: claimable, error } = useClaimable(patientId);
  if (claimable === undefined)
    return error === null ? (
      <Skeleton label={say("action.loading")} lines={6} />
    ) : (
      <FaultNotice error={error} />
    );
  const empty = { ...emptyClaim, patientId };
  const begun = payerId === null ? empty : withPayer(empty, payerId, claimable.known(payerId));
  return <NewClaim begun={begun} />;
}

function FromBill({ invoiceId }: { readonly invoiceId: string }) {
  const say = useSay();
  const { data: invoice, error } = useInvoice(invoiceId);
  if (invoice !== undefined) return <OfBill invoice={invoice} />;
  if (error !== null) return <FaultNotice error={error} />;
  return <Skeleton label={say("action.loading")} lines={6} />;
}

/** A claim is made of somebody's bills. */
export function NewClaimPage() {
  const say = useSay();
  const go = useNavigate();
  const { bill } = useSearch({ from: "/claims/new" });
  const mayClaim = useMay("claims", "create");
  return (
    <section
      className="page ward"
      aria-label={say("claims.new")}
      data-testid={testNames.newClaimPage}
    >
      <PageHead title={say("claims.new")}>
        <Button onPress={() => void go({ to: "/claims" })} testName={testNames.toClaims}>
          {say("claims.back")}
        </Button>
      </PageHead>
      {mayClaim ? null : <p className="muted">{say("fault.forbidden")}</p>}
      {mayClaim && bill === undefined ? <NewClaim begun={emptyClaim} /> : null}
      {mayClaim && bill !== undefined ? <FromBill invoiceId={bill} /> : null}
    </section>
  );
}
