import type { Appointment } from "@edgeward/shared/clinical/appointments/appointments.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { usePrintPaper } from "#ui/desk/data/print-state.ts";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { queuePart, tokenText } from "#ui/desk/today/queue.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";

function useWaiting(patientId: string): readonly Appointment[] {
  const { data } = useAppointmentsOn(useToday());
  return (data ?? []).filter(
    ({ patient_id: id, status }) => id === patientId && queuePart(status) === "waiting",
  );
}

/** The documents of a patient, printed without leaving the page; what becomes of them is told. */
export function PrintMenu({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const mayPrint = useMay("print_jobs", "create");
  const print = usePrintPaper();
  const waiting = useWaiting(patient.id);
  if (!mayPrint) return null;
  const actions: readonly MenuAction[] = [
    ...waiting.map((appointment) => {
      const title = `${say("documents.token")} ${tokenText(appointment)}`;
      const about = { document_type: "queue_token", source_id: appointment.id } as const;
      return {
        id: appointment.id,
        text: title,
        onAction: () => print({ ...about, reprint_reason: "asked_at_desk" }, title),
      };
    }),
    ...(["label", "wristband"] as const).map((type) => ({
      id: type,
      text: say(`documents.${type}`),
      testName: `banner-print-${type}`,
      onAction: () =>
        print({ document_type: type, source_id: patient.id }, say(`documents.${type}`)),
    })),
  ];
  return (
    <Menu label={say("documents.title")} groups={[{ actions }]}>
      <Button icon="print" testName={testNames.bannerPrint}>
        {say("documents.title")}
      </Button>
    </Menu>
  );
}
