import { useState } from "react";
import { allergiesOf, allergyKey, newestOfEach } from "#ui/desk/chart/known-problems.ts";
import { AllergyDialog } from "#ui/desk/chart/allergy-dialog.tsx";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { AlertList } from "./alert-list.tsx";
import { MedicineFields } from "./medicine-fields.tsx";
import { MedicineLineField } from "./medicine-line-field.tsx";
import { useRxForm, type RxForm, type RxFormProps } from "./use-rx-form.ts";

interface PartProps extends Pick<RxFormProps, "patient"> {
  readonly form: RxForm;
}

/** What the patient is allergic to, as far as it is known, and whether somebody has asked now. */
function Allergies({ form, patient }: PartProps) {
  const say = useSay();
  const mayChange = useMay("patients", "update");
  const [isAdding, setAdding] = useState(false);
  const known = newestOfEach(allergiesOf(patient), allergyKey).map(({ substance }) => substance);
  const none = say(patient.no_known_allergies === true ? "allergy.noneKnown" : "allergy.notAsked");
  const fault = form.faultAt("allergies_checked");
  return (
    <section className="rx-part" aria-label={say("field.allergies")}>
      <div className="rx-medicine-end">
        <Checkbox isOn={form.isAsked} onChange={form.setAsked} testName={testNames.allergiesAsked}>
          {say("rx.asked")}
        </Checkbox>
        <span className="muted">{known.length === 0 ? none : <bdi>{known.join(", ")}</bdi>}</span>
        {mayChange ? (
          <Button isSmall icon="add" onPress={() => setAdding(true)}>
            {say("allergy.add")}
          </Button>
        ) : null}
      </div>
      {fault === undefined ? null : (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
      {isAdding ? (
        <AllergyDialog patient={patient} allergy={null} onClose={() => setAdding(false)} />
      ) : null}
    </section>
  );
}

/** What stands against the medicines, and why they are given in spite of it. */
function InSpite({ form }: Pick<PartProps, "form">) {
  const say = useSay();
  if (form.alerts.length === 0) return null;
  return (
    <section className="rx-part notice notice-danger rx-in-spite" role="alert">
      <AlertList alerts={form.alerts} />
      <LineField
        label={say("rx.inSpite")}
        hint={say("rx.inSpiteHint")}
        value={form.reason}
        onChange={form.edit(form.setReason)}
        fault={form.reasonFault}
        isRequired
        takesFocus
        testName={testNames.rxInSpite}
      />
    </section>
  );
}

function Actions({ form, onLeave }: { readonly form: RxForm; readonly onLeave: () => void }) {
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look="primary" icon="good" onPress={form.issue} testName={testNames.issueRx}>
        {say(form.isPending ? "register.saving" : "rx.issue")}
      </Button>
      <LeaveForm keeper={form.kept.keeper} onLeave={onLeave} />
    </div>
  );
}

/** Medicines as they are typed, one line each, then as fields that can be corrected, until they are issued. */
export function WritePrescription(props: RxFormProps) {
  const say = useSay();
  const form = useRxForm(props);
  const { earlier, isReplaced, patient } = props;
  return (
    <form
      className="rx-form"
      noValidate
      // Enter takes a medicine; nothing is issued by it.
      onSubmit={(event) => event.preventDefault()}
      aria-label={say("rx.write")}
      data-testid={testNames.rxFormBox}
    >
      <DraftLine keeper={form.kept.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      {earlier !== null && isReplaced ? (
        <Banner tone="info">{say("rx.replaces", { name: earlier.rx_no })}</Banner>
      ) : null}
      {form.medicines.length === 0 ? null : (
        <ol className="rx-medicines" aria-label={say("rx.medicines")}>
          {form.medicines.map((draft) => (
            <MedicineFields key={draft.key} form={form} draft={draft} />
          ))}
        </ol>
      )}
      <MedicineLineField form={form} />
      <div className="rx-weight">
        <LineField
          label={say("rx.weight")}
          value={form.weight}
          onChange={form.edit(form.setWeight)}
          fault={form.faultAt("weight_kg")}
          isRequired={form.isWeightNeeded}
          testName={testNames.rxWeight}
        />
      </div>
      <Allergies form={form} patient={patient} />
      <InSpite form={form} />
      {form.isVisitOver ? <Banner tone="danger">{say("rx.visitOver")}</Banner> : null}
      <FaultNotice error={form.rest} />
      <Actions form={form} onLeave={props.onLeave} />
    </form>
  );
}
