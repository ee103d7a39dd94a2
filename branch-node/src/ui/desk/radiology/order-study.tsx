import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { StudyFields } from "./study-fields.tsx";
import { useOrderForm, type StudyFormProps } from "./use-order-form.ts";

/** Orders a study in a patient's chart. */
export function OrderStudy(props: StudyFormProps) {
  const say = useSay();
  const form = useOrderForm(props);
  return (
    <form
      className="rx-form"
      noValidate
      onSubmit={form.submit}
      aria-label={say("radiology.orderStudy")}
      data-testid={testNames.studyFormBox}
    >
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <StudyFields form={form} />
      {form.isVisitOver ? <Banner tone="danger">{say("radiology.visitOver")}</Banner> : null}
      <FaultNotice error={form.rest} />
      <div className="form-actions">
        <Button look="primary" icon="good" type="submit" testName={testNames.confirmStudy}>
          {say(form.isPending ? "register.saving" : "radiology.order")}
        </Button>
        <LeaveForm keeper={form.keeper} onLeave={props.onLeave} />
      </div>
    </form>
  );
}
