import { useState, type FormEvent } from "react";
import type { Triage } from "@edgeward/shared/clinical/triage/triage.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useAgeInMonths } from "#ui/desk/vitals/age-in-months.ts";
import { useVitalsForm, VitalsFields } from "#ui/desk/vitals/vitals-fields.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { LevelField } from "./level-field.tsx";
import { RetriageHistory } from "./retriage-history.tsx";
import { useTriageChange } from "./triage-queries.ts";

interface RetriageDialogProps {
  readonly triage: Triage;
  readonly name: string;
  readonly onClose: () => void;
}

const shown = ["level", "retriage_reason", "vitals"];

function useRetriage({ triage, name, onClose }: RetriageDialogProps) {
  const say = useSay();
  const [level, setLevel] = useState(String(triage.level));
  const [reason, setReason] = useState("");
  const { data: patient } = usePatient(triage.patient_id);
  const vitals = useVitalsForm(useAgeInMonths(patient));
  const change = useTriageChange(triage.id, () => {
    notify({ text: say("triage.doneNow", { name }), tone: "good" });
    onClose();
  });
  const edit = (write: (value: string) => void) => (value: string) => {
    write(value);
    change.reset();
  };
  return {
    level,
    reason,
    vitals,
    faults: faultsAtFields(change.error, shown, say),
    setLevel: edit(setLevel),
    setReason: edit(setReason),
    submit: (event: FormEvent) => {
      event.preventDefault();
      const values = vitals.read(true);
      if (values === null || change.isPending) return;
      const why = reason.trim();
      const hasVitals = Object.keys(values).length > 0;
      change.mutate({
        level: Number(level),
        ...(why === "" ? {} : { retriage_reason: why }),
        ...(hasVitals ? { vitals: values } : {}),
        ...(values.pain === undefined ? {} : { pain: values.pain }),
      });
    },
  };
}

/** Judges anew how urgent somebody is; the time runs from then. */
export function RetriageDialog(props: RetriageDialogProps) {
  const say = useSay();
  const { level, reason, vitals, faults, ...of } = useRetriage(props);
  return (
    <Dialog
      title={say("triage.againFor", { name: props.name })}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={props.onClose}
      testName={testNames.retriageDialog}
    >
      <RetriageHistory triage={props.triage} />
      <form className="dialog-form" onSubmit={of.submit} noValidate>
        <LevelField value={level} onChange={of.setLevel} fault={faults.at("level")} />
        <LineField
          label={say("triage.whyAgain")}
          value={reason}
          onChange={of.setReason}
          hint={say("triage.whyAgainHint")}
          fault={faults.at("retriage_reason")}
          testName={testNames.retriageReason}
        />
        <VitalsFields form={vitals} />
        <FaultNotice error={faults.rest} />
        <div className="form-actions">
          <Button look="primary" type="submit" testName={testNames.confirmTriage}>
            {say("triage.save")}
          </Button>
          <Button look="quiet" onPress={props.onClose}>
            {say("action.close")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
