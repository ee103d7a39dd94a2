import { useRef, useState, type FormEvent } from "react";
import type {
  Appointment,
  encounterTypes,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePrintSlip } from "#ui/desk/data/print-queries.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { prefillFrom, readQuery } from "#ui/desk/search/patient-query.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, Question } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { WaitingChoice } from "#ui/desk/waiting-list/waiting-choice.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBook } from "./book-appointment.ts";
import { useCalendarDoctors, useComingOf } from "#ui/desk/calendar/calendar-queries.ts";
import { ChoosePatient } from "./choose-patient.tsx";
import { Suggestions } from "#ui/desk/calendar/slot-grid.tsx";

/** A free time that somebody has pressed. */
export interface FreeTime {
  readonly providerId: string;
  readonly doctor: string;
  readonly slotTime: string;
  /** Whether it is kept for online booking, and given away for a reason. */
  readonly isKept?: boolean;
  /** Who waits for such a time. */
  readonly waiting?: readonly WaitlistEntry[];
}

interface BookDialogProps {
  readonly time: FreeTime;
  /** The day of the calendar to which whoever is registered on the way comes back; absent where there is no calendar. */
  readonly day?: string;
  /** Whom the time was looked for. */
  readonly patientId: string | null;
  readonly onBooked: (appointment: Appointment) => void;
  readonly onClose: () => void;
}

// Nobody books a stay or an emergency from the calendar of a doctor's consulting hours.
const kinds = ["OPD", "telehealth"] as const satisfies readonly (typeof encounterTypes)[number][];

interface WhoProps {
  readonly patient: Patient | undefined;
  readonly hasPatient: boolean;
  readonly fault: string | undefined;
  readonly onChoose: (patientId: string | null) => void;
}

/** What the patient has already: nobody is booked twice unseen. */
function Has({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const doctors = useCalendarDoctors().data ?? [];
  const coming = useComingOf([patientId], useToday()).of.get(patientId) ?? [];
  if (coming.length === 0) return null;
  const text = ({ slot_time: at, provider_id: id }: Appointment) =>
    [clock.dayTime(at), doctors.find((each) => each.id === id)?.name]
      .filter((part) => part !== undefined)
      .join(" · ");
  return (
    <Banner tone="info" testName={testNames.bookHas}>
      {say("booking.has", { when: coming.map(text).join("; ") })}
    </Banner>
  );
}

function Who({ patient, hasPatient, fault, onChoose, onNew }: WhoProps & NewPatient) {
  const say = useSay();
  if (!hasPatient)
    return (
      <ChoosePatient
        fault={fault}
        onChoose={onChoose}
        {...(onNew === undefined ? {} : { onNew })}
      />
    );
  return (
    <div className="book-who">
      <p className="book-patient">
        <strong>{patient?.name ?? "…"}</strong>
        {patient === undefined ? null : <PatientFacts patient={patient} />}
      </p>
      <Button isSmall look="quiet" icon="search" onPress={() => onChoose(null)}>
        {say("calendar.otherPatient")}
      </Button>
    </div>
  );
}

/** Registers by what was typed whom nobody has found. */
interface NewPatient {
  readonly onNew: ((typed: string) => void) | undefined;
}

interface ButtonsProps {
  /** Books and prints the slip. */
  readonly onSlip: () => void;
  readonly onClose: () => void;
}

function Buttons({ onSlip, onClose }: ButtonsProps) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  return (
    <FormActions
      action={say("calendar.book")}
      testName={testNames.confirmBooking}
      onLeave={onClose}
      leave="action.close"
    >
      {mayPrint ? (
        <Button icon="print" onPress={onSlip} testName={testNames.bookWithSlip}>
          {say("booking.withSlip")}
        </Button>
      ) : null}
    </FormActions>
  );
}

/** Books, says so, and prints the slip where that was asked for. */
function useBookWithSlip({ time, onBooked, onClose }: BookDialogProps, name: string | undefined) {
  const say = useSay();
  const clock = useBranchClock();
  const printSlip = usePrintSlip();
  const wantsSlip = useRef(false);
  const book = useBook((appointment) => {
    const { id, slot_time: at } = appointment;
    const when = `${clock.dayTime(at)} · ${time.doctor}`;
    notify({ text: say("calendar.booked", { name: name ?? "", when }), tone: "good" });
    if (wantsSlip.current) printSlip(id);
    onClose();
    onBooked(appointment);
  });
  const wantSlip = (isWanted: boolean) => {
    wantsSlip.current = isWanted;
  };
  return { book, wantSlip };
}

/** Who gets the time: whoever it was looked for, was found here, or waits for it. */
function useWhom(first: string | null) {
  const say = useSay();
  const [patientId, setPatientId] = useState(first);
  const [entryId, setEntryId] = useState<string | null>(null);
  const [fault, setFault] = useState<string>();
  const choose = (id: string | null, entry: string | null = null) => {
    setPatientId(id);
    setEntryId(entry);
    setFault(undefined);
  };
  return { patientId, entryId, fault, choose, ask: () => setFault(say("calendar.choosePatient")) };
}

const shortestReason = 3;

/** Why a time that is kept for online booking is given away. @param isKept another time, which a refusal has proposed, is kept for nobody */
function useKeptReason(isKept: boolean) {
  const say = useSay();
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const isMissing = () => {
    const isShort = isKept && reason.trim().length < shortestReason;
    setFault(isShort ? say("appointment.needsReason") : undefined);
    return isShort;
  };
  return { isKept, reason, setReason, fault, isMissing };
}

/** For what kind of visit the time is, and why. */
function useVisit() {
  const [kind, setKind] = useState<(typeof kinds)[number]>("OPD");
  const [reason, setReason] = useState("");
  const chooseKind = (value: string) => setKind(kinds.find((known) => known === value) ?? "OPD");
  return { kind, chooseKind, reason, setReason };
}

function useBooking(props: BookDialogProps) {
  const { time, patientId: first } = props;
  const whom = useWhom(first);
  const { patientId, entryId } = whom;
  const [slotTime, setSlotTime] = useState(time.slotTime);
  const visit = useVisit();
  const kept = useKeptReason(time.isKept === true && slotTime === time.slotTime);
  const patient = usePatient(patientId).data;
  const { book, wantSlip } = useBookWithSlip(props, patient?.name);

  function submit(withSlip: boolean): void {
    if (book.isPending) return;
    wantSlip(withSlip);
    if (patientId === null) return whom.ask();
    const why = visit.reason.trim();
    if (kept.isMissing()) return;
    book.mutate({
      patientId,
      providerId: time.providerId,
      slotTime,
      encounter_type: visit.kind,
      ...(why === "" ? {} : { reason: why }),
      ...(kept.isKept ? { online_reason: kept.reason.trim() } : {}),
      ...(entryId === null ? {} : { entryId }),
    });
  }

  return {
    chooseWaiting: (entry: WaitlistEntry) => {
      whom.choose(entry.patient_id, entry.id);
      visit.chooseKind(entry.encounter_type);
    },
    who: {
      patient,
      hasPatient: patientId !== null,
      fault: whom.fault,
      onChoose: (id: string | null) => whom.choose(id),
    },
    details: { at: slotTime, ...visit },
    kept,
    submit,
    /** Whether something would be lost that somebody has chosen or typed here. */
    isTyped: patientId !== first || visit.reason !== "" || kept.reason !== "",
    take: (startAt: string) => {
      setSlotTime(startAt);
      book.reset();
    },
    error: book.error,
  };
}

interface VisitFieldsProps extends Pick<ReturnType<typeof useBooking>, "details" | "kept"> {
  readonly takesFocus: boolean;
}

function VisitFields({ details, kept, takesFocus }: VisitFieldsProps) {
  const say = useSay();
  return (
    <>
      <ChoiceField
        label={say("calendar.kind")}
        value={details.kind}
        onChange={details.chooseKind}
        options={kinds.map((value) => ({ value, text: say(`encounterType.${value}`) }))}
        testName={testNames.bookKind}
      />
      <LineField
        label={say("calendar.why")}
        value={details.reason}
        onChange={details.setReason}
        takesFocus={takesFocus}
        testName={testNames.bookReason}
      />
      {kept.isKept ? (
        <LineField
          label={say("calendar.keptWhy")}
          hint={say("calendar.keptHint")}
          value={kept.reason}
          onChange={kept.setReason}
          fault={kept.fault}
          testName={testNames.bookKeptReason}
        />
      ) : null}
    </>
  );
}

/** Asks before what was chosen and typed is lost. */
function useLeaving(isTyped: boolean, onClose: () => void) {
  const say = useSay();
  const [isAsked, setAsked] = useState(false);
  const goOn = () => setAsked(false);
  const question = isAsked ? (
    <Question title={say("booking.askDiscard")} onEscape={goOn} testName={testNames.askDiscard}>
      <div className="form-actions">
        <Button look="primary" onPress={goOn} takesFocus>
          {say("booking.goOn")}
        </Button>
        <Button look="quiet" onPress={onClose} testName={testNames.confirmDiscard}>
          {say("drafts.discard")}
        </Button>
      </div>
    </Question>
  ) : null;
  return { leave: () => (isTyped ? setAsked(true) : onClose()), question };
}

/** Registers somebody on the way, who comes back to this time. */
function useRegisterOnTheWay({ time, day }: BookDialogProps): NewPatient["onNew"] {
  const { register } = useDesk();
  const mayRegister = useMay("patients", "create");
  if (day === undefined || !mayRegister) return undefined;
  const { providerId, slotTime, isKept = false } = time;
  return (typed) => register(prefillFrom(readQuery(typed)), { day, providerId, slotTime, isKept });
}

/** Gives a free time to somebody: whom, for what kind of visit, and why. What was typed stays where the time is lost to another desk. */
export function BookDialog(props: BookDialogProps) {
  const { time } = props;
  const say = useSay();
  const clock = useBranchClock();
  const { who, chooseWaiting, details, kept, submit, take, error, isTyped } = useBooking(props);
  const { leave, question } = useLeaving(isTyped, props.onClose);
  const onNew = useRegisterOnTheWay(props);
  return (
    <>
      <Dialog
        title={say("booking.title")}
        closeLabel={say("action.close")}
        onClose={leave}
        testName={testNames.bookDialog}
      >
        <p>
          <strong>{clock.dayTime(details.at)}</strong> · {time.doctor}
        </p>
        <form
          className="dialog-form"
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            submit(false);
          }}
        >
          <Who {...who} onNew={onNew} />
          {who.patient === undefined ? null : <Has patientId={who.patient.id} />}
          {who.hasPatient ? null : (
            <WaitingChoice entries={time.waiting ?? []} onChoose={chooseWaiting} />
          )}
          <VisitFields details={details} kept={kept} takesFocus={props.patientId !== null} />
          <FaultNotice error={error} />
          <Suggestions error={error} onTake={take} />
          <Buttons onSlip={() => submit(true)} onClose={leave} />
        </form>
      </Dialog>
      {question}
    </>
  );
}
