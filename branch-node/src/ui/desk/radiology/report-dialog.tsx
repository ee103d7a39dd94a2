import { isOfBreast } from "@edgeward/shared/clinical/radiology-studies/radiology-safety.contract.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { studyName } from "./radiology-list.ts";
import { StudyForm } from "./study-dialog.tsx";
import {
  isVerified,
  useReportForm,
  type ReportDialogProps,
  type ReportForm,
  type ReportFormProps,
} from "./use-report-form.ts";

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
        isRequired
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

function Body(props: ReportFormProps) {
  const { study, onClose } = props;
  const say = useSay();
  const form = useReportForm(props);
  const { draft, change, isAmended } = form;
  return (
    <StudyForm
      patientId={study.patient_id}
      what={studyName(study, say)}
      action={say(isAmended ? "radiology.amend" : "radiology.saveReport")}
      error={form.rest}
      onSubmit={form.submit}
      leave={<LeaveForm keeper={form.keeper} onLeave={onClose} />}
    >
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
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
    </StudyForm>
  );
}

/** Writes what the images show, changes it before it is verified, or amends it afterwards. */
export function ReportDialog(props: ReportDialogProps) {
  const { study, onClose } = props;
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.report, study.id);
  const name = study.accession_no;
  return (
    <Dialog
      title={say(isVerified(study) ? "radiology.amendOf" : "radiology.reportOf", { name })}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.studyDialog}
    >
      <DraftOffer
        kind={draftKinds.report}
        what={studyName(study, say)}
        entityId={study.id}
        resumed={resumed}
        onContinue={resume}
      >
        <Body key={resumed?.id ?? ""} {...props} resumed={resumed} />
      </DraftOffer>
    </Dialog>
  );
}
