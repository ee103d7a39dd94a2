import { useState, type FormEvent } from "react";
import type { Consent } from "@edgeward/shared/clinical/consents/consents.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useConsentStep } from "./consent-queries.ts";
import { kindText } from "./consent-texts.ts";

interface WithdrawConsentProps {
  readonly consent: Consent;
  readonly onDone: () => void;
}

interface ConfirmFormProps extends WithdrawConsentProps {
  readonly onLeave: () => void;
}

function ConfirmForm({ consent, onDone, onLeave }: ConfirmFormProps) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const step = useConsentStep(consent.id, () => {
    const name = kindText(consent.consent_type, say);
    notify({ text: say("consents.withdrawnNow", { name }), tone: "good" });
    onDone();
  });
  const faults = faultsAtFields(step.error, ["status_reason"], say);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step.isPending) return;
    const why = reason.trim();
    const body = { status: "revoked", ...(why === "" ? {} : { status_reason: why }) } as const;
    step.mutate({ body, signed: null });
  };
  return (
    <form className="rx-part" onSubmit={submit} noValidate>
      <LineField
        label={say("consents.why")}
        value={reason}
        onChange={(next) => {
          setReason(next);
          step.reset();
        }}
        fault={faults.at("status_reason")}
        takesFocus
        testName={testNames.withdrawReason}
      />
      <FaultNotice error={faults.rest} />
      <FormActions
        action={say("consents.withdrawNow")}
        look="danger"
        testName={testNames.confirmWithdraw}
        onLeave={onLeave}
      />
    </form>
  );
}

/** Takes back what was given: pressed and confirmed; a reason is nobody's duty. */
export function WithdrawConsent({ consent, onDone }: WithdrawConsentProps) {
  const say = useSay();
  const [isAsking, setAsking] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  if (isAsking)
    return (
      <ConfirmForm
        consent={consent}
        onDone={onDone}
        onLeave={() => {
          setLeft(true);
          setAsking(false);
        }}
      />
    );
  return (
    <div className="form-actions">
      <Button
        isSmall
        about={kindText(consent.consent_type, say)}
        onPress={() => setAsking(true)}
        takesFocus={hasLeft}
        testName={testNames.withdrawConsent}
      >
        {say("consents.withdraw")}
      </Button>
    </div>
  );
}
