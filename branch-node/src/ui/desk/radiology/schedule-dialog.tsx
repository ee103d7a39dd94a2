import { useState, type FormEvent } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { useClinicParts } from "#ui/desk/data/clinic-parts.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { instantIn } from "#ui/desk/hours/closures.ts";
import { halfHours } from "#ui/desk/hours/exception-form.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useDateLabels } from "#ui/i18n/date-labels.ts";
import { useSay } from "#ui/i18n/text.ts";
import { DateField } from "#ui/kit/date-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { studyName } from "./radiology-list.ts";
import { useStudyStep } from "./radiology-queries.ts";
import { StudyDialog } from "./study-dialog.tsx";

interface ScheduleDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

/** The half hour that a moment of the branch's clock is in. */
function halfHourOf(time: string): string {
  return halfHours.findLast((each) => each <= time) ?? "09:00";
}

function useScheduleForm({ study, onClose }: ScheduleDialogProps) {
  const say = useSay();
  const clock = useBranchClock();
  const { branch } = useSignedIn();
  const today = useToday();
  const [day, setDay] = useState(today);
  const [time, setTime] = useState(() => halfHourOf(clock.time(new Date().toISOString())));
  const [room, setRoom] = useState("");
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    notify({ text: say("radiology.scheduledNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, ["scheduled_at", "room_id"], say);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step.isPending) return;
    const scheduled_at = instantIn(branch.time_zone, day, time);
    const placed = room === "" ? {} : { room_id: room };
    step.mutate({ status: "scheduled", scheduled_at, ...placed });
  };
  return { today, day, setDay, time, setTime, room, setRoom, faults, submit };
}

/** Says when, and in which room, the images are taken. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { study, onClose } = props;
  const say = useSay();
  const labels = useDateLabels();
  const rooms = useClinicParts("rooms").data ?? [];
  const form = useScheduleForm(props);
  const { faults } = form;
  return (
    <StudyDialog
      title={say("radiology.scheduleOf", { name: study.accession_no })}
      patientId={study.patient_id}
      what={studyName(study, say)}
      action={say("radiology.doSchedule")}
      error={faults.rest}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <div className="fields-row">
        <DateField
          label={say("booking.date")}
          value={form.day}
          onChange={(next) => {
            if (next !== null) form.setDay(next);
          }}
          least={form.today}
          labels={labels}
        />
        <ChoiceField
          label={say("radiology.time")}
          value={form.time}
          onChange={form.setTime}
          options={halfHours.map((value) => ({ value, text: value }))}
          fault={faults.at("scheduled_at")}
          testName={testNames.studyTime}
        />
      </div>
      <ChoiceField
        label={say("radiology.room")}
        value={form.room}
        onChange={form.setRoom}
        empty={say("stay.unsaid")}
        options={rooms
          .filter(({ status }) => status === "active")
          .map(({ id, name }) => ({ value: id, text: name }))}
        fault={faults.at("room_id")}
        testName={testNames.studyRoom}
      />
    </StudyDialog>
  );
}
