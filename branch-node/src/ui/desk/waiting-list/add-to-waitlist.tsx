import { useState, type FormEvent } from "react";
import { addDays } from "#ui/desk/patients/birth.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useDepartmentText } from "#ui/desk/data/clinic-parts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAddEntry } from "./waitlist-queries.ts";

const kinds = ["OPD", "telehealth"] as const;
const usualDays = 14;

interface AddToWaitlistProps {
  /** Who waits, where that is known. */
  readonly patientId: string | null;
  /** The doctor who is looked at. */
  readonly doctor: string;
  readonly day: string;
  readonly onClose: () => void;
}

interface Draft {
  readonly patientId: string | null;
  /** A doctor's id, or a department behind `department:`. */
  readonly whom: string;
  readonly from: string;
  readonly to: string;
  readonly kind: (typeof kinds)[number];
  readonly note: string;
}

type Fault = "patient" | "whom" | "to";

function faultOf({ patientId, whom, from, to }: Draft): Fault | null {
  if (patientId === null) return "patient";
  if (whom === "") return "whom";
  return to < from ? "to" : null;
}

const departmentMark = "department:";

function wishOf(whom: string) {
  return whom.startsWith(departmentMark)
    ? { department: whom.slice(departmentMark.length) }
    : { provider_id: whom };
}

function useDraft(props: AddToWaitlistProps) {
  const say = useSay();
  const today = useToday();
  const from = props.day < today ? today : props.day;
  const [fault, setFault] = useState<Fault | null>(null);
  const [draft, setDraft] = useState<Draft>({
    patientId: props.patientId,
    whom: props.doctor,
    from,
    to: addDays(from, usualDays),
    kind: "OPD",
    note: "",
  });
  const patient = usePatient(draft.patientId).data;
  const add = useAddEntry(() => {
    notify({ text: say("waitlist.addedNow", { name: patient?.name ?? "" }), tone: "good" });
    props.onClose();
  });

  function change(patch: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...patch }));
    setFault(null);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    const found = faultOf(draft);
    setFault(found);
    if (found !== null || draft.patientId === null || add.isPending) return;
    const note = draft.note.trim();
    add.mutate({
      patient_id: draft.patientId,
      ...wishOf(draft.whom),
      from_day: draft.from,
      to_day: draft.to,
      encounter_type: draft.kind,
      ...(note === "" ? {} : { note }),
    });
  }

  return { draft, fault, patient, change, submit, error: add.error };
}

type Fields = Pick<ReturnType<typeof useDraft>, "draft" | "fault" | "change">;

function WhomField({ draft, fault, change }: Fields) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const doctors = useCalendarDoctors().data ?? [];
  const departments = [...new Set(doctors.flatMap(({ department }) => department ?? []))];
  return (
    <ChoiceField
      label={say("waitlist.whom")}
      value={draft.whom}
      onChange={(whom) => change({ whom })}
      {...(draft.whom === "" ? { empty: say("walkIn.choose") } : {})}
      options={[
        ...doctors.map(({ id, name }) => ({ value: id, text: name })),
        ...departments.map((code) => ({
          value: `${departmentMark}${code}`,
          text: say("waitlist.anybody", { department: departmentText(code) }),
        })),
      ]}
      fault={fault === "whom" ? say("waitlist.needsWhom") : undefined}
      testName={testNames.waitlistWhom}
    />
  );
}

function DayFields({ draft, fault, change }: Fields) {
  const say = useSay();
  const labels = useDateLabels();
  return (
    <div className="fields-row">
      <DateField
        label={say("hours.firstDay")}
        value={draft.from}
        onChange={(from) => {
          if (from !== null) change({ from });
        }}
        labels={labels}
        testName={testNames.waitlistFrom}
      />
      <DateField
        label={say("hours.lastDay")}
        value={draft.to}
        onChange={(to) => {
          if (to !== null) change({ to });
        }}
        fault={fault === "to" ? say("hours.lastDayFault") : undefined}
        labels={labels}
        testName={testNames.waitlistTo}
      />
    </div>
  );
}

function KindAndNote({ draft, change }: Pick<Fields, "draft" | "change">) {
  const say = useSay();
  return (
    <>
      <ChoiceField
        label={say("calendar.kind")}
        value={draft.kind}
        onChange={(value) => change({ kind: kinds.find((known) => known === value) ?? "OPD" })}
        options={kinds.map((value) => ({ value, text: say(`encounterType.${value}`) }))}
        testName={testNames.waitlistKind}
      />
      <LineField
        label={say("waitlist.note")}
        value={draft.note}
        onChange={(note) => change({ note })}
        testName={testNames.waitlistNote}
      />
    </>
  );
}

/** Puts somebody on the waiting list: for whom, on which days, for what. */
export function AddToWaitlist(props: AddToWaitlistProps) {
  const say = useSay();
  const { draft, fault, patient, change, submit, error } = useDraft(props);
  return (
    <Dialog
      title={say("waitlist.add")}
      closeLabel={say("action.close")}
      onClose={props.onClose}
      testName={testNames.addToWaitlist}
    >
      {draft.patientId === null ? (
        <ChoosePatient
          fault={fault === "patient" ? say("calendar.choosePatient") : undefined}
          onChoose={(patientId) => change({ patientId })}
        />
      ) : (
        <p className="book-patient">
          <strong>{patient?.name ?? "…"}</strong>
          {patient === undefined ? null : <PatientFacts patient={patient} />}
        </p>
      )}
      <form className="dialog-form" onSubmit={submit}>
        <WhomField draft={draft} fault={fault} change={change} />
        <DayFields draft={draft} fault={fault} change={change} />
        <KindAndNote draft={draft} change={change} />
        <FaultNotice error={error} />
        <FormActions
          action={say("waitlist.add")}
          testName={testNames.saveWaitlist}
          onLeave={props.onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}
