import type { ConsoleBranch } from "@edgeward/shared/console/console-branches.contract.ts";
import type { Holiday } from "@edgeward/shared/clinical/holidays/holidays.contract.ts";
import { fieldFaults } from "#ui/desk/data/faults.ts";
import { useConsoleSay } from "#ui/i18n/console/console-say.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FormEnds } from "#ui/kit/form-ends.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { consoleTestNames } from "./console-test-names.ts";
import { consoleFaultText } from "./console-texts.ts";
import { holidayKinds, holidayKindTexts, useHolidayForm } from "./holiday-form.ts";

type Form = ReturnType<typeof useHolidayForm>;

interface HolidayDialogProps {
  readonly branches: readonly ConsoleBranch[];
  /** For which branch it is asked. */
  readonly branchId: string;
  /** The one that is changed; null for another one. */
  readonly holiday: Holiday | null;
  readonly onClose: () => void;
}

function Branches({
  form: { draft, change, lacks },
  branches,
}: Pick<HolidayDialogProps, "branches"> & { readonly form: Form }) {
  const say = useConsoleSay();
  const { branches: chosen } = draft;
  const toggle = (id: string, isOn: boolean) =>
    change({
      branches: isOn ? [...(chosen ?? []), id] : (chosen ?? []).filter((other) => other !== id),
    });
  return (
    <fieldset className="console-events">
      <legend className="field-label">{say("console.branches")}</legend>
      <Checkbox
        isOn={chosen === null}
        onChange={(isAll) => change({ branches: isAll ? null : [] })}
        testName={consoleTestNames.holidayAll}
      >
        {say("console.allBranches")}
      </Checkbox>
      {chosen === null
        ? null
        : branches.map(({ id, name }) => (
            <Checkbox
              key={id}
              isOn={chosen.includes(id)}
              onChange={(isOn) => toggle(id, isOn)}
              testName={`holiday-branch-${id}`}
            >
              {name}
            </Checkbox>
          ))}
      {lacks("branches") ? (
        <p className="field-fault" role="alert">
          {say("console.needsBranch")}
        </p>
      ) : null}
    </fieldset>
  );
}

function Fields({ form }: { readonly form: Form }) {
  const say = useConsoleSay();
  const labels = useDateLabels();
  const { draft, change, lacks, error } = form;
  const isTaken = fieldFaults(error).some(({ path }) => path === "name");
  const taken = isTaken ? say("console.holidayTaken") : undefined;
  return (
    <>
      <DateField
        label={say("console.day")}
        value={draft.date}
        onChange={(date) => change({ date })}
        labels={labels}
        fault={lacks("date") ? say("console.needsDay") : undefined}
        isRequired
        testName={consoleTestNames.holidayDate}
      />
      <LineField
        label={say("console.holidayName")}
        value={draft.name}
        onChange={(name) => change({ name })}
        fault={lacks("name") ? say("console.needsName") : taken}
        isRequired
        testName={consoleTestNames.holidayName}
      />
      <ChoiceField
        label={say("console.kind")}
        value={draft.kind}
        onChange={(value) => {
          const kind = holidayKinds.find((each) => each === value);
          if (kind !== undefined) change({ kind });
        }}
        options={holidayKinds.map((kind) => ({ value: kind, text: say(holidayKindTexts[kind]) }))}
        testName={consoleTestNames.holidayKind}
      />
      <Checkbox
        isOn={draft.closes}
        onChange={(closes) => change({ closes })}
        testName={consoleTestNames.holidayCloses}
      >
        {say("console.closes")}
      </Checkbox>
      <LineField
        label={say("console.note")}
        value={draft.note}
        onChange={(note) => change({ note })}
      />
    </>
  );
}

/** One holiday: its day, its name, and which branches keep it. */
export function HolidayDialog({ branches, branchId, holiday, onClose }: HolidayDialogProps) {
  const say = useConsoleSay();
  const form = useHolidayForm(branchId, holiday, onClose);
  const { error } = form;
  const isAtField = fieldFaults(error).some(({ path }) => path === "name");
  return (
    <Dialog
      title={say(holiday === null ? "console.addHoliday" : "console.changeHoliday")}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
    >
      <form
        className="dialog-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        {error === null || isAtField ? null : (
          <Banner tone="danger">{consoleFaultText(error, say)}</Banner>
        )}
        <Fields form={form} />
        <Branches form={form} branches={branches} />
        <FormEnds
          action={say("console.saveHoliday")}
          isUnavailable={form.isPending}
          testName={consoleTestNames.holidaySave}
          leave={say("action.cancel")}
          onLeave={onClose}
        />
      </form>
    </Dialog>
  );
}
