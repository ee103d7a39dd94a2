import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePatientsOf } from "#ui/desk/calendar/calendar-queries.ts";
import { useVisitsOfToday } from "#ui/desk/data/day-visits.ts";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { tokenText } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import type { Command } from "#ui/kit/command-list.tsx";
import { foundToday } from "./found-today.ts";
import { statusTexts } from "#ui/desk/patients/patient-visits.tsx";

/** What of today the search box finds: tokens and appointments by their token or their patient, and the visits they have become. */
export function useFoundToday(typed: string, patients: readonly Patient[]): readonly Command[] {
  const say = useSay();
  const clock = useBranchClock();
  const { showVisit, showEncounter } = useDesk();
  const mayReadVisits = useMay("encounters", "read");
  const day = useAppointmentsOn(useToday());
  const found =
    typed.trim() === ""
      ? []
      : foundToday(
          typed,
          patients.map(({ id }) => id),
          day.data ?? [],
        );
  const visits = useVisitsOfToday(mayReadVisits && found.length > 0).data;
  const people = usePatientsOf(found);
  const commandsOf = (each: Appointment): readonly Command[] => {
    const { id, patient_id: patientId } = each;
    const name = people.get(patientId)?.name ?? "…";
    const place = each.queue_no === null ? clock.time(each.slot_time) : tokenText(each);
    const visit = visits?.get(id);
    const entry: Command = {
      id,
      text: [place, name, say(statusTexts[each.status])].join(" · "),
      icon: "token",
      onAction: () => showVisit({ appointmentId: id, patientId, at: Date.now() }),
    };
    if (visit === undefined) return [entry];
    return [
      entry,
      {
        id: visit.id,
        text: [say("search.visit"), name].join(" · "),
        icon: "stethoscope",
        onAction: () => showEncounter(visit.id),
      },
    ];
  };
  return found.flatMap(commandsOf);
}
