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
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { WaitingChoice } from "#ui/desk/waiting-list/waiting-choice.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBook } from "./book-appointment.ts";
import { ChoosePatient } from "./choose-patient.tsx";
import { Suggestions } from "./free-times.tsx";

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

function Who({ patient, hasPatient, fault, onChoose }: WhoProps) {
  const say = useSay();
  if (!hasPatient) return <ChoosePatient fault={fault} onChoose={onChoose} />;
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

interface ButtonsProps {
  /** Books and prints the slip. */
  readonly onSlip: () => void;
  readonly onClose: () => void;
}

function Buttons({ onSlip, onClose }: ButtonsProps) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  return (
    <div className="form-actions">
      <Button look="primary" type="submit" testName={testNames.confirmBooking}>
        {say("booking.open")}
      </Button>
      {mayPrint ? (
        <Button icon="print" onPress={onSlip} testName={testNames.bookWithSlip}>
          {say("booking.withSlip")}
        </Button>
      ) : null}
      <Button look="quiet" onPress={onClose}>
        {say("action.close")}
      </Button>
    </div>
  );
}

/** Books, says so, and prints the slip where that was asked for. */
function useBookWithSlip({ onBooked, onClose }: BookDialogProps, name: string | undefined) {
  const say = useSay();
  const clock = useBranchClock();
  const printSlip = usePrintSlip();
  const wantsSlip = useRef(false);
  const book = useBook((appointment) => {
    const { id, slot_time: at } = appointment;
    const when = `${clock.day(at)}, ${clock.time(at)}`;
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

/** Gives a free time to somebody: whom, for what kind of visit, and why. What was typed stays where the time is lost to another desk. */
export function BookDialog(props: BookDialogProps) {
  const { time, onClose } = props;
  const say = useSay();
  const clock = useBranchClock();
  const { who, chooseWaiting, details, kept, submit, take, error } = useBooking(props);
  return (
    <Dialog
      title={say("booking.title")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.bookDialog}
    >
      <p>
        <strong>
          {clock.day(details.at)}, {clock.time(details.at)}
        </strong>{" "}
        · {time.doctor}
      </p>
      <form
        className="dialog-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <Who {...who} />
        {who.hasPatient ? null : (
          <WaitingChoice entries={time.waiting ?? []} onChoose={chooseWaiting} />
        )}
        <VisitFields details={details} kept={kept} takesFocus={props.patientId !== null} />
        <FaultNotice error={error} />
        <Suggestions error={error} onTake={take} />
        <Buttons onSlip={() => submit(true)} onClose={onClose} />
      </form>
    </Dialog>
  );
}
