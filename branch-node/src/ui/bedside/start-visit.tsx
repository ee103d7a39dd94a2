import { Button } from "#ui/kit/button.tsx";
import { dayIn } from "#ui/desk/patients/birth.ts";
import { usePatientAppointments } from "#ui/desk/data/queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSignedIn } from "#ui/desk/shell/session-context.tsx";
import { useOpenEncounter } from "#ui/desk/visits/open-encounter.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";

/** Today's appointment at this branch for which the patient has come and waits. */
function useArrival(patientId: string) {
  const { branch } = useSignedIn();
  const today = useToday();
  const { data } = usePatientAppointments(patientId);
  return data?.find(
    (each) =>
      each.status === "checked_in" &&
      each.branch_id === branch.id &&
      dayIn(branch.time_zone, Date.parse(each.slot_time)) === today,
  );
}

/**
 * Starts the visit of a patient who has arrived, for those who may: without one, measurements stay a draft that only
 * their author sees. The token stays in the queue, and the doctor goes on with this visit.
 */
export function StartVisit({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const mayStart = useMay("encounters", "create");
  const arrival = useArrival(patientId);
  const open = useOpenEncounter(() => undefined);
  if (!mayStart || arrival === undefined) return null;
  const wish = { patientId, appointment: arrival, providerId: arrival.provider_id };
  return (
    <div className="bedside-start">
      <p>{say("bedside.startLead")}</p>
      <FaultNotice error={open.error} />
      <Button look="primary" isDisabled={open.isPending} onPress={() => open.mutate(wish)} testName={testNames.startVisit}>
        {say("bedside.startVisit")}
      </Button>
    </div>
  );
}
