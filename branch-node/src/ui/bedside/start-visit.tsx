import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { usePatientAppointments } from "#ui/desk/data/queries.ts";
import { useBranchClock, useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useOpenEncounter } from "#ui/desk/visits/open-encounter.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** The patient's appointments of today at this branch; undefined until they are known. */
function useTodaysAppointments(patientId: string): readonly Appointment[] | undefined {
  const { branch } = useSignedIn();
  const today = useToday();
  const { data } = usePatientAppointments(patientId);
  return data?.filter(
    (each) =>
      each.branch_id === branch.id && dayIn(branch.time_zone, Date.parse(each.slot_time)) === today,
  );
}

function Start({ arrival }: { readonly arrival: Appointment }) {
  const say = useSay();
  const open = useOpenEncounter(() => undefined);
  const wish = {
    patientId: arrival.patient_id,
    appointment: arrival,
    providerId: arrival.provider_id,
  };
  return (
    <div className="bedside-start">
      <p>{say("bedside.startLead")}</p>
      <FaultNotice error={open.error} />
      <Button
        look="primary"
        isDisabled={open.isPending}
        onPress={() => open.mutate(wish)}
        testName={testNames.startVisit}
      >
        {say("bedside.startVisit")}
      </Button>
    </div>
  );
}

/**
 * What leads to a visit for a patient who has none: who has arrived gets one from those who may start it, and of anybody else
 * is said why there is none and who helps. The token stays in the queue, and the doctor goes on with this visit.
 */
export function StartVisit({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const clock = useBranchClock();
  const mayStart = useMay("encounters", "create");
  const appointments = useTodaysAppointments(patientId);
  if (appointments === undefined) return null;
  const arrival = appointments.find(({ status }) => status === "checked_in");
  if (arrival !== undefined && mayStart) return <Start arrival={arrival} />;
  const booked = appointments.find(({ status }) => status === "booked" || status === "confirmed");
  const why = () => {
    if (arrival !== undefined) return say("bedside.notStarted");
    if (booked === undefined) return say("bedside.noAppointment");
    return say("bedside.notArrived", { time: clock.time(booked.slot_time) });
  };
  return (
    <Banner tone="info" testName={testNames.whyNoVisit}>
      {why()} {say("bedside.later")}
    </Banner>
  );
}
