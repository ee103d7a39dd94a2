import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { textIn } from "./patient-draft.ts";
import { ageText, genderText, phoneText, SyncMark } from "./patient-facts.tsx";

function columnsFor(say: Say, clock: BranchClock, today: string): readonly TableColumn<Patient>[] {
  return [
    {
      id: "name",
      title: say("queue.patient"),
      isRowHeader: true,
      cell: (each) => (
        <>
          <strong>{each.name}</strong> <SyncMark state={each.sync_state} />
        </>
      ),
    },
    {
      id: "age",
      title: say("patients.age"),
      cell: (each) => `${ageText(each, today, say)} · ${genderText(each.gender, say)}`,
    },
    { id: "uhid", title: say("patient.uhid"), cell: (each) => each.uhid },
    {
      id: "phone",
      title: say("patient.phone"),
      cell: (each) => (each.phone === null ? "" : phoneText(each.phone)),
    },
    {
      id: "guardian",
      title: say("register.guardian"),
      cell: (each) => textIn(each.emergency_contact, "name"),
    },
    { id: "city", title: say("register.city"), cell: (each) => textIn(each.address, "city") },
    {
      id: "since",
      title: say("patients.registered"),
      cell: (each) => clock.day(each.created_at),
    },
  ];
}

/** Patients with what tells those of one name apart; a row opens the chart. */
export function PatientTable({ patients }: { readonly patients: readonly Patient[] }) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { showPatient } = useDesk();
  return (
    <div className="table-frame">
      <Table
        label={say("nav.patients")}
        columns={columnsFor(say, clock, today)}
        rows={patients}
        textOf={({ name }) => name}
        empty={say("patients.none")}
        onOpen={({ id }) => showPatient(id)}
        rowTestName={testNames.patientRow}
      />
    </div>
  );
}
