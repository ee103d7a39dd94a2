import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { isCorrection, useResultForm, type ResultDialogProps } from "./use-result-form.ts";
import { ValueField } from "./value-field.tsx";

type Form = ReturnType<typeof useResultForm>;

function Besides({ form }: { readonly form: Form }) {
  const say = useSay();
  const { draft, change, isImplausible, isCorrected } = form;
  return (
    <>
      {isImplausible ? (
        <Checkbox
          isOn={draft.isConfirmed}
          onChange={(isConfirmed) => change({ isConfirmed })}
          testName={testNames.confirmValue}
        >
          {say("lab.confirm")}
        </Checkbox>
      ) : null}
      <LineField
        label={say("lab.conclusion")}
        value={draft.conclusion}
        onChange={(conclusion) => change({ conclusion })}
        testName={testNames.resultConclusion}
      />
      {isCorrected ? (
        <LineField
          label={say("lab.whyCorrected")}
          value={form.reason}
          onChange={form.writeReason}
          fault={form.reasonFault}
          isRequired
          testName={testNames.resultReason}
        />
      ) : null}
    </>
  );
}

/** What else a result says, each under its own name. */
function OtherValues({ form }: { readonly form: Form }) {
  return form.others.map((each) => (
    <ValueField
      key={each.name}
      test={null}
      type={each.type}
      draft={each.draft}
      onChange={each.change}
      hint=""
      fault={each.fault}
      name={each.name}
      unit={each.unit}
      takesFocus={false}
    />
  ));
}

function ResultBody(props: ResultDialogProps) {
  const say = useSay();
  const form = useResultForm(props);
  const { draft, known, type, change, submit, usual } = form;
  if (!form.isKnown) return <Skeleton label={say("action.loading")} />;
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <DraftLine keeper={form.typed.kept.keeper} onTake={form.typed.take} />
      <AboutPatient patientId={props.order.patient_id} />
      {form.typed.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <ValueField
        test={known}
        type={type}
        draft={draft}
        onChange={change}
        hint={usual}
        fault={form.valueFault}
        name={form.firstName}
      />
      <OtherValues form={form} />
      <Besides form={form} />
      <FaultNotice error={form.rest} />
      <KeptFormActions
        action={say(form.isCorrected ? "lab.correct" : "lab.saveResult")}
        testName={testNames.saveResult}
        keeper={form.typed.kept.keeper}
        onLeave={props.onClose}
      />
    </form>
  );
}

/** Enters the result of a test, or another version of it: changed before it is verified, corrected afterwards. */
export function ResultDialog(props: Omit<ResultDialogProps, "resumed">) {
  const { test, before, onClose } = props;
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.labResult, test.id);
  return (
    <Dialog
      title={say(isCorrection(before) ? "lab.correctOf" : "lab.resultOf", { name: test.name })}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.resultDialog}
    >
      <DraftOffer
        kind={draftKinds.labResult}
        what={test.name}
        entityId={test.id}
        resumed={resumed}
        onContinue={resume}
      >
        <ResultBody key={resumed?.id ?? ""} {...props} resumed={resumed} />
      </DraftOffer>
    </Dialog>
  );
}
