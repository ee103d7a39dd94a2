import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { RejectDialog } from "#ui/desk/claims/reject-dialog.tsx";
import { ApproveDialog } from "./approve-dialog.tsx";
import { isAuthorised, stepsOf, type Preauth } from "./preauth-list.ts";
import { usePreauthStep } from "./preauth-queries.ts";

interface ActionsProps {
  readonly preauth: Preauth;
}

/** More is asked for, or the discharge: it goes on from what was authorised. */
function GoOn({ preauth }: ActionsProps) {
  const say = useSay();
  const go = useNavigate();
  if (!useMay("preauth", "create") || !isAuthorised(preauth)) return null;
  return (
    <Button
      onPress={() => void go({ to: "/claims/preauth/new", search: { parent: preauth.id } })}
      testName={testNames.preauthMore}
    >
      {say("preauth.more")}
    </Button>
  );
}

/** What is done next with a request, as its state allows. */
export function PreauthActions({ preauth }: ActionsProps) {
  const say = useSay();
  const [opened, setOpened] = useState<"approve" | "reject" | null>(null);
  const close = () => setOpened(null);
  const step = usePreauthStep(preauth.id);
  const reject = usePreauthStep(preauth.id, close);
  const stepName = (to: string) => `${testNames.preauthStep}-${to}`;
  return (
    <>
      {stepsOf(preauth.status).map((to) => (
        <Button
          key={to}
          look={to === "cancelled" ? "quiet" : "primary"}
          onPress={() => step.mutate({ status: to })}
          testName={stepName(to)}
        >
          {say(`claims.to_${to}`)}
        </Button>
      ))}
      {preauth.status === "under_review" ? (
        <>
          <Button
            look="primary"
            onPress={() => setOpened("approve")}
            testName={testNames.approvePreauth}
          >
            {say("claims.decide")}
          </Button>
          <Button look="danger" onPress={() => setOpened("reject")} testName={stepName("rejected")}>
            {say("claims.to_rejected")}
          </Button>
        </>
      ) : null}
      <GoOn preauth={preauth} />
      <FaultNotice error={step.error} />
      {opened === "reject" ? (
        <RejectDialog
          title={say("preauth.reject")}
          patientId={preauth.patient_id}
          error={reject.error}
          onSend={(status_reason) => {
            if (!reject.isPending) reject.mutate({ status: "rejected", status_reason });
          }}
          onClose={close}
        />
      ) : null}
      {opened === "approve" ? <ApproveDialog preauth={preauth} onClose={close} /> : null}
    </>
  );
}
