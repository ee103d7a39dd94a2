import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useResultForm, type ResultDialogProps } from "./use-result-form.ts";
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

/** Enters the result of a test, or another version of it: changed before it is verified, corrected afterwards. */
export function ResultDialog(props: ResultDialogProps) {
  const say = useSay();
  const form = useResultForm(props);
  const { draft, known, type, change, submit, usual } = form;
  return (
    <Dialog
      title={say(form.isCorrected ? "lab.correctOf" : "lab.resultOf", { name: props.test.name })}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.resultDialog}
    >
      {form.isKnown ? (
        <form className="dialog-form" onSubmit={submit} noValidate>
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
          <div className="form-actions">
            <Button look="primary" type="submit" testName={testNames.saveResult}>
              {say(form.isCorrected ? "lab.correct" : "lab.saveResult")}
            </Button>
            <Button look="quiet" onPress={props.onClose}>
              {say("action.close")}
            </Button>
          </div>
        </form>
      ) : (
        <Skeleton label={say("action.loading")} />
      )}
    </Dialog>
  );
}
