import { useState, type FormEvent } from "react";
import {
  emergencyCauses,
  type EmergencyAccess,
} from "@edgeward/shared/clinical/emergency-accesses/emergency-accesses.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useEmergencyOpening } from "./emergency-access-queries.ts";

const shortestReason = 10;

interface EmergencyFormProps {
  readonly patientId: string;
  readonly onOpened: (opened: EmergencyAccess) => void;
  readonly onLeave: () => void;
}

/** Asks for what a closed record is opened in an emergency: by which cause, and why in words, before anything is shown. */
export function EmergencyForm({ patientId, onOpened, onLeave }: EmergencyFormProps) {
  const say = useSay();
  const [cause, setCause] = useState<(typeof emergencyCauses)[number] | "">("");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const opening = useEmergencyOpening(onOpened);
  const faults = faultsAtFields(opening.error, ["cause", "reason"], say);
  const words = reason.trim();
  const isShort = Array.from(words).length < shortestReason;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    if (cause === "" || isShort || opening.isPending) return;
    opening.mutate({ patient_id: patientId, cause, reason: words });
  };
  const causes = emergencyCauses.map((value) => ({ value, text: say(`emergencyCause.${value}`) }));
  return (
    <form className="dialog-form" noValidate onSubmit={submit} data-testid={testNames.breakGlass}>
      <p className="notice notice-danger">{say("breakGlass.explain")}</p>
      <ChoiceField
        label={say("breakGlass.cause")}
        value={cause}
        options={causes}
        empty={say("access.choose")}
        onChange={(next) => setCause(emergencyCauses.find((one) => one === next) ?? "")}
        fault={isTried && cause === "" ? say("access.needsReason") : faults.at("cause")}
        isRequired
        testName={testNames.breakGlassCause}
      />
      <LineField
        label={say("access.note")}
        value={reason}
        onChange={setReason}
        fault={isTried && isShort ? say("breakGlass.needsWords") : faults.at("reason")}
        isRequired
        testName={testNames.breakGlassReason}
      />
      <FaultNotice error={faults.rest} />
      <FormActions
        action={say("breakGlass.open")}
        look="danger"
        testName={testNames.breakGlassOpen}
        onLeave={onLeave}
      />
    </form>
  );
}
