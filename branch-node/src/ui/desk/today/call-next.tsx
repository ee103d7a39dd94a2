import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentChange } from "#ui/desk/appointments/appointment-change.ts";
import { useDeskKey } from "#ui/desk/shell/desk-keys.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { nextOf, tokenText } from "./queue.ts";
import { useRoomText } from "./use-room-text.ts";

/** Calls whoever is next of those in sight and has not been called: one press, or F9. */
export function CallNext({ waiting }: { readonly waiting: readonly Appointment[] }) {
  const say = useSay();
  const roomText = useRoomText();
  const mayUpdate = useMay("appointments", "update");
  const next = nextOf(waiting);
  const change = useAppointmentChange(next?.id ?? "");
  const notifyCalled = (called: Appointment) => {
    const token = tokenText(called);
    const text =
      called.room === null
        ? say("queue.calledNow", { token })
        : say("queue.calledTo", { token, room: roomText(called.room) });
    notify({ text, tone: "good" });
  };
  const call = () => {
    if (next === undefined || change.isPending || !mayUpdate) return;
    change.mutate({ called: true }, { onSuccess: notifyCalled });
  };
  useDeskKey((event) => {
    if (event.key !== "F9") return;
    event.preventDefault();
    call();
  });
  if (!mayUpdate) return null;
  return (
    <>
      <FaultNotice error={change.error} />
      <Button
        look="primary"
        icon="bell"
        keys="F9"
        isDisabled={next === undefined}
        onPress={call}
        testName={testNames.callNext}
      >
        {say("queue.callNext")}
      </Button>
    </>
  );
}
