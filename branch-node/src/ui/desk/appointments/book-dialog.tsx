import { useEffect, useRef, useState, type FormEvent } from "react";
import type {
  Appointment,
  encounterTypes,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePrintSlip } from "#ui/desk/data/print-queries.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { Suggestions } from "#ui/desk/patients/booking.tsx";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { PatientSearch } from "#ui/desk/patients/patient-search.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { tell } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useBook } from "./book-appointment.ts";

/** A free time that somebody has pressed. */
export interface FreeTime {
  readonly providerId: string;
  readonly doctor: string;
  readonly slotTime: string;
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

function FindPatient({ onChoose }: { readonly onChoose: (patientId: string) => void }) {
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
  return <PatientSearch typed={typed} onType={setTyped} onChoose={onChoose} ref={box} />;
}

interface WhoProps {
  readonly patient: Patient | undefined;
  readonly hasPatient: boolean;
  readonly fault: string | undefined;
  readonly onChoose: (patientId: string | null) => void;
}

function Who({ patient, hasPatient, fault, onChoose }: WhoProps) {
  const say = useSay();
  if (!hasPatient) {
    return (
      <div className="book-who">
        <FindPatient onChoose={onChoose} />
        {fault === undefined ? null : (
          <p className="field-fault" role="alert">
            {fault}
          </p>
        )}
      </div>
    );
  }
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
    tell({ text: say("calendar.booked", { name: name ?? "", when }), tone: "good" });
    if (wantsSlip.current) printSlip(id);
    onClose();
    onBooked(appointment);
  });
  const wantSlip = (isWanted: boolean) => {
    wantsSlip.current = isWanted;
  };
  return { book, wantSlip };
}

function useBooking(props: BookDialogProps) {
  const { time, patientId: first } = props;
  const say = useSay();
  const clock = useBranchClock();
  const [patientId, setPatientId] = useState(first);
  const [slotTime, setSlotTime] = useState(time.slotTime);
  const [kind, setKind] = useState<(typeof kinds)[number]>("OPD");
  const [reason, setReason] = useState("");
  const [fault, setFault] = useState<string>();
  const patient = usePatient(patientId).data;
  const when = `${clock.day(slotTime)}, ${clock.time(slotTime)}`;
  const { book, wantSlip } = useBookWithSlip(props, patient?.name);

  function submit(withSlip: boolean): void {
    if (book.isPending) return;
    wantSlip(withSlip);
    if (patientId === null) return setFault(say("calendar.choosePatient"));
    const why = reason.trim();
    book.mutate({
      patientId,
      providerId: time.providerId,
      slotTime,
      encounter_type: kind,
      ...(why === "" ? {} : { reason: why }),
    });
  }

  function choose(id: string | null): void {
    setPatientId(id);
    setFault(undefined);
  }

  function take(startAt: string): void {
    setSlotTime(startAt);
    book.reset();
  }

  const chooseKind = (value: string) => setKind(kinds.find((known) => known === value) ?? "OPD");
  return {
    who: { patient, hasPatient: patientId !== null, fault, onChoose: choose },
    details: { when, kind, chooseKind, reason, setReason },
    submit,
    take,
    error: book.error,
  };
}

/** Gives a free time to somebody: whom, for what kind of visit, and why. What was typed stays where the time is lost to another desk. */
export function BookDialog(props: BookDialogProps) {
  const { time, onClose } = props;
  const say = useSay();
  const { who, details, submit, take, error } = useBooking(props);
  return (
    <Dialog
      title={say("booking.title")}
      closeLabel={say("action.close")}
      onClose={onClose}
      testName={testNames.bookDialog}
    >
      <p>
        <strong>{details.when}</strong> · {time.doctor}
      </p>
      <form
        className="dialog-form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          submit(false);
        }}
      >
        <Who {...who} />
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
          takesFocus={props.patientId !== null}
          testName={testNames.bookReason}
        />
        <FaultNotice error={error} />
        <Suggestions error={error} onTake={take} />
        <Buttons onSlip={() => submit(true)} onClose={onClose} />
      </form>
    </Dialog>
  );
}
