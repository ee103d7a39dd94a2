import { labPriorities } from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import { useProviders } from "#ui/desk/data/queries.ts";
import { useProviderOptions } from "#ui/desk/data/provider-choice.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { LeaveForm } from "#ui/desk/drafts/leave-form.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Segments } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { TestsField } from "./tests-field.tsx";
import { useOrderForm, type OrderForm, type OrderFormProps } from "./use-order-form.ts";

interface PartProps {
  readonly form: OrderForm;
}

/** For which doctor somebody else orders. */
function Doctor({ form }: PartProps) {
  const say = useSay();
  const { data: doctors } = useProviders();
  const options = useProviderOptions(doctors ?? []);
  return (
    <ChoiceField
      label={say("order.doctor")}
      value={form.draft.doctorId}
      onChange={(doctorId) => form.change({ doctorId })}
      empty={say("order.chooseDoctor")}
      options={options}
      fault={form.doctorFault}
      isRequired
      testName={testNames.orderDoctor}
    />
  );
}

function Actions({ form, onLeave }: PartProps & Pick<OrderFormProps, "onLeave">) {
  const say = useSay();
  return (
    <div className="form-actions">
      <Button look="primary" icon="good" type="submit" testName={testNames.placeOrder}>
        {say(form.isPending ? "register.saving" : "order.place")}
      </Button>
      <LeaveForm keeper={form.keeper} onLeave={onLeave} />
    </div>
  );
}

/** Orders laboratory tests for a patient: which, how soon, and what the laboratory should know. */
export function OrderTests(props: OrderFormProps) {
  const say = useSay();
  const form = useOrderForm(props);
  const { draft, change } = form;
  return (
    <form
      className="rx-form"
      noValidate
      onSubmit={form.submit}
      aria-label={say("order.tests")}
      data-testid={testNames.orderFormBox}
    >
      <DraftLine keeper={form.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      <TestsField form={form} />
      <Segments
        label={say("order.priority")}
        value={draft.priority}
        onChange={(value) =>
          change({ priority: labPriorities.find((known) => known === value) ?? "routine" })
        }
        options={labPriorities.map((value) => ({
          value,
          text: say(`labPriority.${value}`),
          testName: `${testNames.orderPriority}-${value}`,
        }))}
      />
      {form.isDoctor ? null : <Doctor form={form} />}
      <LineField
        label={say("lab.notes")}
        value={draft.notes}
        onChange={(notes) => change({ notes })}
        rows={2}
        fault={form.notesFault}
        testName={testNames.orderNotes}
      />
      <FaultNotice error={form.rest} />
      <Actions form={form} onLeave={props.onLeave} />
    </form>
  );
}
