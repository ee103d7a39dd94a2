import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { DecisionClock, RejectedFor } from "#ui/desk/claims/claim-cells.tsx";
import { ClaimPapers } from "#ui/desk/claims/claim-papers.tsx";
import { ClaimQuestions } from "#ui/desk/claims/claim-questions.tsx";
import { Sums } from "#ui/desk/money/money.tsx";
import { writtenDay } from "#ui/desk/patients/birth.ts";
import { useBillCurrency, usePayerName } from "#ui/desk/payers/payer-queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { PreauthActions } from "./preauth-actions.tsx";
import { PreauthState } from "./preauth-cells.tsx";
import { estimateParts } from "./preauth-draft.ts";
import type { Preauth } from "./preauth-list.ts";
import { usePreauth } from "./preauth-queries.ts";

interface RequestProps {
  readonly preauth: Preauth;
}

/** Of which payer, under which policy, for what. */
function About({ preauth }: RequestProps) {
  const say = useSay();
  const payer = usePayerName()(preauth.payer_id);
  const doctor = useStaffName()(preauth.doctor_id);
  const { policy, diagnosis_codes: codes, procedure_codes: procedures } = preauth;
  return (
    <p>
      <bdi>{payer}</bdi> · {say(`preauthType.${preauth.request_type}`)}
      <br />
      <span className="muted">
        {say("claims.policy", { policy: policy.policy_no, member: policy.member_id })}
      </span>
      <br />
      <span className="muted">
        <bdi>{[...codes, ...procedures].join(", ")}</bdi> · <bdi>{doctor}</bdi>
      </span>
    </p>
  );
}

/** What was authorised, under which number and until when. */
function Authorised({ preauth }: RequestProps) {
  const say = useSay();
  const { authorization_no: number, valid_until: until } = preauth;
  if (number === null) return null;
  return (
    <p data-testid={testNames.authorisedUnder}>
      {until === null
        ? say("preauth.under", { number })
        : say("preauth.underUntil", { number, day: writtenDay(until) })}
    </p>
  );
}

/** What is asked for, and what of it was authorised. */
function Amounts({ preauth }: RequestProps) {
  const say = useSay();
  const currency = useBillCurrency(preauth.patient_id);
  const { estimate, requested_minor: asked, approved_minor: approved } = preauth;
  const parts = estimateParts.flatMap((part) =>
    estimate[part] === 0
      ? []
      : [{ id: part, text: say(`preauthPart.${part}`), minor: estimate[part] }],
  );
  return (
    <Card title={say("claims.amounts")} aside={<DecisionClock claim={preauth} />}>
      <About preauth={preauth} />
      <Sums
        currency={currency}
        rows={[
          ...parts,
          { id: "asked", text: say("preauth.asked"), minor: asked, isStrong: true },
          ...(approved === null
            ? []
            : [
                {
                  id: "approved",
                  text: say("claims.approved_minor"),
                  minor: approved,
                  isStrong: true,
                },
              ]),
        ]}
      />
      <Authorised preauth={preauth} />
      <RejectedFor of={preauth} />
    </Card>
  );
}

const over: ReadonlySet<Preauth["status"]> = new Set(["rejected", "utilised", "cancelled"]);

/** The request with its papers, questions and answers. */
function Body({ preauth, mayWrite }: RequestProps & { readonly mayWrite: boolean }) {
  return (
    <>
      <Link
        to="/patients/$patient/$tab"
        params={{ patient: preauth.patient_id, tab: "bills" }}
        className="link bill-who"
      >
        <Who patientId={preauth.patient_id} />
      </Link>
      <div className="work-and-aside">
        <div className="work">
          <Amounts preauth={preauth} />
          <ClaimQuestions claim={preauth} mayWrite={mayWrite} />
        </div>
        <aside className="work-aside">
          <ClaimPapers claim={preauth} mayWrite={mayWrite} />
        </aside>
      </div>
    </>
  );
}

/** One request for an authorisation, at its own address. */
export function PreauthPage() {
  const say = useSay();
  const go = useNavigate();
  const { preauth: id } = useParams({ from: "/claims/preauth/$preauth" });
  const { data: preauth, error } = usePreauth(id);
  const mayUpdate = useMay("preauth", "update");
  const title = say("preauth.title");
  const mayWrite = mayUpdate && preauth !== undefined && !over.has(preauth.status);
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.preauthPage}>
      <PageHead title={title}>
        {preauth === undefined ? null : <PreauthState status={preauth.status} />}
        {preauth !== undefined && mayWrite ? <PreauthActions preauth={preauth} /> : null}
        <Button
          onPress={() => void go({ to: "/claims", search: { part: "preauth" } })}
          testName={testNames.toClaims}
        >
          {say("preauth.back")}
        </Button>
      </PageHead>
      <FaultNotice error={error} />
      {preauth !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {preauth === undefined ? null : <Body preauth={preauth} mayWrite={mayWrite} />}
    </section>
  );
}
