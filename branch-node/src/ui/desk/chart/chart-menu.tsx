import { useState } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { EmergencyDialog } from "#ui/desk/emergency-access/emergency-dialog.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { IconButton } from "#ui/kit/button.tsx";
import { Menu, type MenuAction } from "#ui/kit/menu.tsx";
import { testNames } from "#ui/test-names.ts";
import { MergeDialog } from "./merge-dialog.tsx";

/** What is done with a record more rarely, by those who may. */
export function ChartMenu({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const { showPatient } = useDesk();
  const mayMerge = useMay("patients", "approve");
  const [isMerging, setMerging] = useState(false);
  const mayBreakGlass = useMay("emergency_accesses", "create");
  const [isOpening, setOpening] = useState(false);
  if (patient.merged_into_id !== null) return null;
  const merge: MenuAction = {
    id: "merge",
    text: say("merge.open"),
    icon: "patients",
    testName: testNames.openMerge,
    onAction: () => setMerging(true),
  };
  const breakGlass: MenuAction = {
    id: "break-glass",
    text: say("breakGlass.menu"),
    icon: "danger",
    testName: testNames.openBreakGlass,
    onAction: () => setOpening(true),
  };
  const actions = [...(mayMerge ? [merge] : []), ...(mayBreakGlass ? [breakGlass] : [])];
  if (actions.length === 0) return null;
  const label = say("chart.more", { name: patient.name });
  return (
    <>
      <Menu label={label} groups={[{ actions }]}>
        <IconButton icon="more" label={label} testName={testNames.chartMenu} />
      </Menu>
      {isOpening ? <EmergencyDialog patient={patient} onClose={() => setOpening(false)} /> : null}
      {isMerging ? (
        <MergeDialog
          patientId={patient.id}
          onMerged={({ id }) => {
            setMerging(false);
            if (id !== patient.id) showPatient(id);
          }}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </>
  );
}
