import { useState } from "react";
import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import type { ProviderChoice } from "#ui/desk/data/provider-choice.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { AddToWaitlist } from "#ui/desk/waiting-list/add-to-waitlist.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { BookDialog, type FreeTime } from "./book-dialog.tsx";
import { CalendarLink } from "./calendar-link.tsx";
import { useFindFree } from "#ui/desk/calendar/calendar-queries.ts";
import { FreeTimes } from "#ui/desk/calendar/free-times.tsx";

interface BookForPatientProps {
  readonly patientId: string;
  readonly choice: ProviderChoice;
  readonly onBooked: (appointment: Appointment) => void;
}

/** The time that is booked, chosen or found as the doctor's next free one. */
function useChosenTime(choice: ProviderChoice) {
  const say = useSay();
  const today = useToday();
  const findFree = useFindFree();
  const [time, setTime] = useState<FreeTime | null>(null);
  const nameOf = (id: string) => choice.providers.find((each) => each.id === id)?.name ?? "";
  const open = (providerId: string, slotTime: string) =>
    setTime({ providerId, doctor: nameOf(providerId), slotTime });

  async function openNextFree(providerId: string): Promise<void> {
    try {
      const found = await findFree(providerId, today);
      if (found === null)
        notify({ text: say("calendar.noFree", { name: nameOf(providerId) }), tone: "warning" });
      else open(providerId, found);
    } catch (error) {
      notify({ text: faultText(error, say), tone: "warning" });
    }
  }

  return { time, open, openNextFree, close: () => setTime(null) };
}

/** Books a later visit for whose chart is open: doctor, day and a free time, or the next free one; then for what. */
export function BookForPatient({ patientId, choice, onBooked }: BookForPatientProps) {
  const say = useSay();
  const today = useToday();
  const { time, open, openNextFree, close } = useChosenTime(choice);
  const [waitFor, setWaitFor] = useState<string | null>(null);
  const mayWait = useMay("waitlist_entries", "create");
  return (
    <section className="booking" aria-label={say("booking.title")}>
      <h3>{say("booking.title")}</h3>
      <CalendarLink patientId={patientId} />
      <FreeTimes
        initialProviderId={choice.providerId}
        error={null}
        onTake={({ providerId, slotTime }) => open(providerId, slotTime)}
        onNextFree={(providerId) => void openNextFree(providerId)}
        {...(mayWait ? { onWait: setWaitFor } : {})}
      />
      {waitFor === null ? null : (
        <AddToWaitlist
          patientId={patientId}
          doctor={waitFor}
          day={today}
          onClose={() => setWaitFor(null)}
        />
      )}
      {time === null ? null : (
        <BookDialog time={time} patientId={patientId} onBooked={onBooked} onClose={close} />
      )}
    </section>
  );
}
