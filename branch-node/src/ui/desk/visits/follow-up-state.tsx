import { useIsMutating } from "@tanstack/react-query";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { savingOf, useBookFollowUp, useFollowUpTime, useBookedFollowUp } from "./follow-up.ts";

interface FollowUpStateProps {
  readonly visit: Encounter;
}

/** Offers the next free time of a follow-up that is not booked. */
function NotBooked({ visit, day }: FollowUpStateProps & { readonly day: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const mayBook = useMay("appointments", "create");
  const time = useFollowUpTime(visit.doctor_id, day < today ? today : day, mayBook);
  const book = useBookFollowUp(visit);
  const at = time.data ?? null;
  return (
    <>
      <Banner
        tone="warning"
        testName={testNames.followUpState}
        action={
          at === null ? null : (
            <Button
              onPress={() => {
                if (!book.isPending) book.mutate(at);
              }}
              testName={testNames.bookFollowUpNow}
            >
              {say("followUp.bookNow", { when: clock.dayTime(at) })}
            </Button>
          )
        }
      >
        {say("followUp.notBooked", { day: clock.day(`${day}T12:00:00Z`) })}{" "}
        {time.data === null ? say("followUp.noFree") : null}
        {time.isError ? say("followUp.unread") : null}
      </Banner>
      <FaultNotice error={book.error} />
    </>
  );
}

/** How the follow-up of a visit that is over stands: booked, or not, and then offered again. */
export function FollowUpState({ visit }: FollowUpStateProps) {
  const say = useSay();
  const clock = useBranchClock();
  const held = useBookedFollowUp(visit);
  // The visit is known to be over before its follow-up has been booked.
  const isSaving = useIsMutating({ mutationKey: savingOf(visit.id) }) > 0;
  const { follow_up_date: day, visit_status: status } = visit;
  if (day === null || status !== "completed" || held === undefined) return null;
  if (held === null && isSaving) return null;
  if (held === null) return <NotBooked visit={visit} day={day} />;
  const when = clock.dayTime(held.slot_time);
  return (
    <Banner tone="good" testName={testNames.followUpState}>
      {say("followUp.booked", { when })}
    </Banner>
  );
}
