import { isOfBreast } from "@edgeward/shared/clinical/radiology-studies/radiology-safety.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { studyName } from "./radiology-list.ts";
import { StudyDialog } from "./study-dialog.tsx";
import { useReportForm, type ReportDialogProps, type ReportForm } from "./use-report-form.ts";

const categories = ["0", "1", "2", "3", "4", "5", "6"];

function Contents({ form }: { readonly form: ReportForm }) {
  const say = useSay();
  const { draft, change } = form;
  return (
    <>
      <LineField
        label={say("radiology.findings")}
        value={draft.findings}
        onChange={(findings) => change({ findings })}
        rows={8}
        fault={form.findingsFault}
        takesFocus
        testName={testNames.reportFindings}
      />
      <LineField
        label={say("radiology.impression")}
        value={draft.impression}
        onChange={(impression) => change({ impression })}
        rows={3}
        fault={form.impressionFault}
        testName={testNames.reportImpression}
      />
    </>
  );
}

/** Writes what the images show, changes it before it is verified, or amends it afterwards. */
export function ReportDialog(props: ReportDialogProps) {
  const { study, onClose } = props;
  const say = useSay();
  const form = useReportForm(props);
  const { draft, change, isAmended } = form;
  const name = study.accession_no;
  return (
    <StudyDialog
      title={say(isAmended ? "radiology.amendOf" : "radiology.reportOf", { name })}
      what={studyName(study, say)}
      action={say(isAmended ? "radiology.amend" : "radiology.saveReport")}
      error={form.rest}
      isWide
      onSubmit={form.submit}
      onClose={onClose}
    >
      <Contents form={form} />
      {isOfBreast(study) ? (
        <ChoiceField
          label={say("birads.title")}
          value={draft.birads}
          onChange={(birads) => change({ birads })}
          empty={say("stay.unsaid")}
          options={categories.map((value) => ({ value, text: value }))}
          testName={testNames.reportBirads}
        />
      ) : null}
      <Checkbox
        isOn={draft.isCritical}
        onChange={(isCritical) => change({ isCritical })}
        testName={testNames.reportCritical}
      >
        {say("radiology.critical")}
      </Checkbox>
      {isAmended ? (
        <LineField
          label={say("radiology.whyAmended")}
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          fault={form.reasonFault}
          isRequired
          testName={testNames.amendReason}
        />
      ) : null}
    </StudyDialog>
  );
}
