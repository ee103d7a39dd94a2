import type { FormEvent } from "react";
import {
  dischargeConditions,
  dischargeTypes,
} from "@edgeward/shared/clinical/admissions/admission-parts.contract.ts";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { displayOf, useDiagnosisText } from "#ui/desk/visits/diagnosis-list.ts";
import { useFoundDiagnoses } from "#ui/desk/visits/diagnoses-field.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { KeptLine, StayOffer, useKeptOfStay, type OfferedProps } from "./kept-of-stay.tsx";
import { readDischarge, type DischargeDraft } from "./ward-kept.ts";
import { useAdmissionChange } from "./ward-queries.ts";

interface DischargeFormProps {
  readonly stay: Admission;
  readonly name: string;
  readonly onDischarged: () => void;
  readonly onLeave: () => void;
}

const emptyDischarge: DischargeDraft = {
  type: "routine",
  condition: "improved",
  summary: "",
  followUp: null,
  cause: "",
};

const fields = ["type", "condition", "summary", "follow_up_date", "cause_of_death_code"].map(
  (name) => `discharge.${name}`,
);

function bodyOf({ type, condition, summary, followUp, cause }: DischargeDraft) {
  const isDead = type === "expired";
  return {
    status: "discharged",
    discharge: {
      type,
      condition: isDead ? "expired" : condition,
      ...(summary.trim() === "" ? {} : { summary: summary.trim() }),
      ...(followUp === null || isDead ? {} : { follow_up_date: followUp }),
      ...(isDead && cause.trim() !== "" ? { cause_of_death_code: cause.trim() } : {}),
    },
  } as const;
}

function useDischarge({ stay, name, resumed, onDischarged }: DischargeFormProps & OfferedProps) {
  const say = useSay();
  const form = useKeptOfStay({
    kind: draftKinds.discharge,
    stay,
    resumed,
    empty: emptyDischarge,
    read: readDischarge,
  });
  const change = useAdmissionChange(
    stay.id,
    () => {
      notify({ text: say("discharge.doneNow", { name }), tone: "good" });
      onDischarged();
    },
    form.kept,
  );
  return {
    form,
    draft: form.fields,
    faults: faultsAtFields(change.error, fields, say),
    write: (patch: Partial<DischargeDraft>) => {
      form.write(patch);
      change.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!change.isPending) change.mutate(bodyOf(form.fields));
    },
  };
}

type Discharge = ReturnType<typeof useDischarge>;

function CauseOfDeath({ draft, write, faults }: Discharge) {
  const say = useSay();
  const found = useFoundDiagnoses(draft.cause);
  const textOf = useDiagnosisText();
  const isKnown = displayOf(draft.cause) !== null;
  return (
    <FindField
      label={say("discharge.cause")}
      typed={draft.cause}
      onType={(cause) => write({ cause })}
      found={found}
      onChoose={(cause) => write({ cause })}
      hint={isKnown ? textOf({ code: draft.cause }) : say("diagnosis.hint")}
      empty={say("diagnosis.none")}
      fault={faults.at("discharge.cause_of_death_code")}
      isRequired
      testName={testNames.causeOfDeath}
    />
  );
}

function Condition({ draft, write, faults }: Discharge) {
  const say = useSay();
  const labels = useDateLabels();
  const conditions = dischargeConditions.filter((one) => one !== "expired");
  return (
    <div className="fields-row">
      <ChoiceField
        label={say("discharge.condition")}
        value={draft.condition}
        onChange={(value) =>
          write({ condition: conditions.find((one) => one === value) ?? "improved" })
        }
        options={conditions.map((value) => ({ value, text: say(`condition.${value}`) }))}
        fault={faults.at("discharge.condition")}
        testName={testNames.dischargeCondition}
      />
      <DateField
        label={say("discharge.followUp")}
        value={draft.followUp}
        onChange={(followUp) => write({ followUp })}
        fault={faults.at("discharge.follow_up_date")}
        labels={labels}
        testName={testNames.dischargeFollowUp}
      />
    </div>
  );
}

function DischargeBody(props: DischargeFormProps & OfferedProps) {
  const say = useSay();
  const discharge = useDischarge(props);
  const { draft, write, faults, submit } = discharge;
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <KeptLine form={discharge.form} />
      <ChoiceField
        label={say("discharge.type")}
        value={draft.type}
        onChange={(value) =>
          write({ type: dischargeTypes.find((one) => one === value) ?? "routine" })
        }
        options={dischargeTypes.map((value) => ({ value, text: say(`dischargeType.${value}`) }))}
        fault={faults.at("discharge.type")}
        testName={testNames.dischargeType}
      />
      {draft.type === "expired" ? <CauseOfDeath {...discharge} /> : <Condition {...discharge} />}
      <LineField
        label={say("discharge.summary")}
        value={draft.summary}
        onChange={(summary) => write({ summary })}
        rows={5}
        fault={faults.at("discharge.summary")}
        testName={testNames.dischargeSummary}
      />
      <FaultNotice error={faults.rest} />
      <KeptFormActions
        action={say("discharge.confirm")}
        testName={testNames.confirmDischarge}
        keeper={discharge.form.kept.keeper}
        onLeave={props.onLeave}
      />
    </form>
  );
}

/** Discharges a patient who has been cleared: how the stay ended and how the patient is. */
export function DischargeForm(props: DischargeFormProps) {
  return (
    <StayOffer kind={draftKinds.discharge} stay={props.stay}>
      {(resumed) => <DischargeBody {...props} resumed={resumed} />}
    </StayOffer>
  );
}
