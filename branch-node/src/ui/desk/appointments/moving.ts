import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  appointmentsContract,
  type Appointment,
} from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { forgetOffers, notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useCalendarDoctors } from "#ui/desk/calendar/calendar-queries.ts";

/** When an appointment is, and with whom. */
type Place = Pick<Appointment, "provider_id" | "slot_time">;

// Of two moves only the last is offered to be taken back, and one notice stands in the place of the other.
let takeAwayLast = () => {};
// Somebody notices a slip of the mouse late; what is done next takes the offer away.
const undoMs = 60_000;

/** Says where an appointment is now: with which doctor, on which day, at what time; and offers the way there, and back. */
function useSayMoved() {
  const say = useSay();
  const clock = useBranchClock();
  const go = useNavigate();
  const { branch } = useSignedIn();
  const doctors = useCalendarDoctors().data ?? [];
  return (moved: Place, name: string, onUndo: (() => void) | null): void => {
    const { slot_time: at, provider_id: providerId } = moved;
    const doctor = doctors.find(({ id }) => id === providerId)?.name;
    const when = [clock.dayTime(at), ...(doctor === undefined ? [] : [doctor])];
    const day = dayIn(branch.time_zone, Date.parse(at));
    const show = {
      text: say("appointment.toDay"),
      onPress: () => void go({ to: "/appointments/day/$day", params: { day } }),
      testName: testNames.showMoved,
    };
    const undo =
      onUndo === null
        ? []
        : [{ text: say("appointment.undoMove"), onPress: onUndo, testName: testNames.undoMove }];
    // No way leads to the day that is looked at.
    const isThere = location.pathname.endsWith(`/day/${day}`);
    takeAwayLast();
    takeAwayLast = notify({
      text: say(onUndo === null ? "appointment.movedBack" : "appointment.movedNow", {
        name,
        when: when.join(" · "),
      }),
      tone: "good",
      actions: isThere ? undo : [...undo, show],
      ...(onUndo === null ? {} : { staysMs: undoMs }),
    });
  };
}

/** An appointment of somebody's, and where it goes. */
interface Move {
  readonly appointment: Appointment;
  readonly name: string;
  readonly to: Place;
}

/** Puts an appointment somewhere else, as long as nobody has changed it since it was seen; says why where it stays. */
function usePut(onDone: (moved: Appointment, move: Move) => void) {
  const say = useSay();
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ appointment: { id, version }, to }: Move) => {
      const body = { slot_time: to.slot_time, provider_id: to.provider_id };
      forgetOffers();
      const options = { headers: { "if-match": `"v${version}"` } };
      return (await client.call(appointmentsContract.update, { params: { id }, body }, options))
        .body;
    },
    onSuccess: onDone,
    onError: (error, { name }) => {
      const reason = faultText(error, say);
      notify({ text: say("calendar.notMoved", { name, reason }), tone: "warning" });
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.slots });
      return queries.invalidateQueries({ queryKey: queryKeys.appointments });
    },
  }).mutate;
}

/** Says of a move where it has led, and takes it back where somebody wants that and its earlier time is still free. */
export function useMoved(): (moved: Appointment, before: Place, name: string) => void {
  const sayMoved = useSayMoved();
  const putBack = usePut((moved, { name }) => sayMoved(moved, name, null));
  return (appointment, to, name) =>
    sayMoved(appointment, name, () => putBack({ appointment, name, to }));
}

/** Moves whichever appointment is let go somewhere else. */
export function useMove(): (move: Move) => void {
  const moved = useMoved();
  return usePut((now, { appointment, name }) => moved(now, appointment, name));
}
