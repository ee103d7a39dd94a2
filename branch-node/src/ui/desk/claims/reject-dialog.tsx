import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useAskedReason } from "#ui/desk/shell/use-asked-reason.ts";
import { useSay } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { ClaimDialog } from "./claim-dialog.tsx";

interface RejectProps {
  readonly title: string;
  readonly patientId: string;
  readonly error: unknown;
  readonly onSend: (reason: string) => void;
  readonly onClose: () => void;
}

/** Notes why a payer has rejected what it was asked. */
export function RejectDialog({ title, patientId, error, onSend, onClose }: RejectProps) {
  const say = useSay();
  const { reason, isMissing, onChange, onSubmit } = useAskedReason(onSend);
  const faults = faultsAtFields(error, ["status_reason"], say);

  return (
    <ClaimDialog
      title={title}
      patientId={patientId}
      action={say("claims.reject")}
      isDanger
      error={faults.rest}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <LineField
        label={say("claims.whyRejected")}
        value={reason}
        onChange={onChange}
        rows={3}
        fault={isMissing ? say("claims.rejectNeedsReason") : faults.at("status_reason")}
        isRequired
        takesFocus
        testName={testNames.claimRejection}
      />
    </ClaimDialog>
  );
}
