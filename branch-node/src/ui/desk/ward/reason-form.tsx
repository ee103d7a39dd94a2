import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useAskedReason } from "#ui/desk/shell/use-asked-reason.ts";
import { useSay } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";

interface ReasonFormProps {
  /** What is done, as its button says it. */
  readonly action: string;
  readonly isDanger?: boolean;
  readonly fault: string | undefined;
  readonly error: unknown;
  readonly onSend: (reason: string) => void;
  readonly onLeave: () => void;
}

/** Asks why before something is done. */
export function ReasonForm(props: ReasonFormProps) {
  const { action, isDanger = false, fault, error, onSend, onLeave } = props;
  const say = useSay();
  const { reason, isMissing, onChange, onSubmit } = useAskedReason(onSend);

  return (
    <form className="dialog-form" onSubmit={onSubmit} noValidate>
      <LineField
        label={say("appointment.reason")}
        value={reason}
        onChange={onChange}
        fault={isMissing ? say("appointment.needsReason") : fault}
        isRequired
        takesFocus
        testName={testNames.wardReason}
      />
      <FaultNotice error={error} />
      <FormActions
        action={action}
        look={isDanger ? "danger" : "primary"}
        testName={testNames.confirmReason}
        onLeave={onLeave}
      />
    </form>
  );
}
