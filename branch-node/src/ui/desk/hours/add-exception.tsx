import { useState, type FormEvent } from "react";
import {
  exceptionKinds,
  type ScheduleException,
} from "@edgeward/shared/clinical/schedule-exceptions/schedule-exceptions.contract.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Segments } from "#ui/kit/choices.tsx";
import { DateField } from "#ui/kit/date-field.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import {
  bodyOfDraft,
  faultOfDraft,
  halfHours,
  type DraftFault,
  type ExceptionDraft,
} from "./exception-form.ts";
import { useAddException } from "./hours-queries.ts";

interface AddExceptionProps {
  /** The day that is looked at. */
  readonly day: string;
  /** The doctor who is looked at. */
  readonly doctor: string | undefined;
  readonly onAdded: (exception: ScheduleException) => void;
  readonly onClose: () => void;
}

interface FieldsProps {
  readonly draft: ExceptionDraft;
  readonly fault: DraftFault | null;
  readonly onChange: (patch: Partial<ExceptionDraft>) => void;
}

/** Whether somebody changes no hours but the doctor's own: the server asks the same again. */
function useOwnHoursOnly(): string | null {
  const { staff } = useSignedIn();
  const others = staff.roles.filter((role) => role !== "doctor");
  return isAllowed(others, "schedule_exceptions", "create") ? null : staff.id;
}

function WhoFields({ draft, fault, onChange }: FieldsProps) {
  const say = useSay();
  const ownId = useOwnHoursOnly();
  const doctors = useCalendarDoctors().data ?? [];
  const shown = doctors.filter(({ id }) => ownId === null || id === ownId);
  return (
    <>
      <ChoiceField
        label={say("hours.kind")}
        value={draft.kind}
        onChange={(value) =>
          onChange({ kind: exceptionKinds.find((known) => known === value) ?? "leave" })
        }
        options={exceptionKinds.map((value) => ({ value, text: say(`hours.${value}`) }))}
        testName={testNames.exceptionKind}
      />
      <ChoiceField
        label={say("calendar.doctor")}
        value={draft.providerId}
        onChange={(providerId) => onChange({ providerId })}
        {...(ownId === null
          ? { empty: say(draft.kind === "leave" ? "walkIn.choose" : "hours.everybody") }
          : {})}
        isRequired={draft.kind === "leave"}
        options={shown.map(({ id, name }) => ({ value: id, text: name }))}
        fault={fault === "needsDoctor" ? say("hours.needsDoctor") : undefined}
        testName={testNames.exceptionDoctor}
      />
    </>
  );
}

function FirstDay({ draft, onChange }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <DateField
      label={say(draft.isWhole ? "hours.firstDay" : "booking.date")}
      value={draft.firstDay}
      onChange={(firstDay) => {
        if (firstDay === null) return;
        onChange({ firstDay, ...(draft.lastDay < firstDay ? { lastDay: firstDay } : {}) });
      }}
      labels={labels}
      testName={testNames.exceptionFirstDay}
    />
  );
}

function LastDay({ draft, fault, onChange }: FieldsProps) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <DateField
      label={say("hours.lastDay")}
      value={draft.lastDay}
      onChange={(lastDay) => {
        if (lastDay !== null) onChange({ lastDay });
      }}
      fault={fault === "lastDay" ? say("hours.lastDayFault") : undefined}
      labels={labels}
      testName={testNames.exceptionLastDay}
    />
  );
}

function DayFields(fields: FieldsProps) {
  if (!fields.draft.isWhole) {
    return (
      <>
        <FirstDay {...fields} />
        <div className="fields-row">
          <TimeFields {...fields} />
        </div>
      </>
    );
  }
  return (
    <div className="fields-row">
      <FirstDay {...fields} />
      <LastDay {...fields} />
    </div>
  );
}

function TimeFields({ draft, fault, onChange }: FieldsProps) {
  const say = useSay();
  const times = halfHours.map((time) => ({ value: time, text: time }));
  return (
    <>
      <ChoiceField
        label={say("hours.from")}
        value={draft.from}
        onChange={(from) => onChange({ from })}
        options={times}
        testName={testNames.exceptionFrom}
      />
      <ChoiceField
        label={say("hours.to")}
        value={draft.to}
        onChange={(to) => onChange({ to })}
        options={times}
        fault={fault === "to" ? say("hours.toFault") : undefined}
        testName={testNames.exceptionTo}
      />
    </>
  );
}

function useDraft({ day, doctor, onAdded }: AddExceptionProps) {
  const say = useSay();
  const { branch } = useSignedIn();
  const ownId = useOwnHoursOnly();
  const [fault, setFault] = useState<DraftFault | null>(null);
  const [draft, setDraft] = useState<ExceptionDraft>({
    kind: "leave",
    providerId: ownId ?? doctor ?? "",
    isWhole: true,
    firstDay: day,
    lastDay: day,
    from: "09:00",
    to: "13:00",
    reason: "",
  });
  const add = useAddException((exception) => {
    notify({ text: say("hours.addedNow"), tone: "good" });
    onAdded(exception);
  });

  function change(patch: Partial<ExceptionDraft>): void {
    setDraft((before) => ({ ...before, ...patch }));
    setFault(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (add.isPending) return;
    const found = faultOfDraft(draft);
    setFault(found);
    if (found === null) add.mutate(bodyOfDraft(draft, branch.time_zone));
  }

  return { draft, fault, change, submit, error: add.error };
}

/** Says that somebody is away, that nobody is booked, or that a holiday is worked. */
export function AddException(props: AddExceptionProps) {
  const say = useSay();
  const { draft, fault, change, submit, error } = useDraft(props);
  const fields = { draft, fault, onChange: change };
  return (
    <Dialog
      title={say("hours.add")}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.addException}
    >
      <form className="dialog-form" onSubmit={submit}>
        <WhoFields {...fields} />
        <Segments
          label={say("hours.length")}
          value={draft.isWhole ? "days" : "part"}
          onChange={(value) => change({ isWhole: value === "days" })}
          options={[
            { value: "days", text: say("hours.wholeDays") },
            { value: "part", text: say("hours.partOfDay"), testName: testNames.exceptionPart },
          ]}
        />
        <DayFields {...fields} />
        <LineField
          label={say("appointment.reason")}
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          testName={testNames.exceptionReason}
        />
        <FaultNotice error={error} />
        <FormActions
          action={say("hours.save")}
          testName={testNames.saveException}
          onLeave={props.onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
