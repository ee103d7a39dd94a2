import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { kinText, placeText } from "#ui/desk/patients/namesake-facts.ts";
import { ageText, genderText, SyncMark } from "#ui/desk/patients/patient-facts.tsx";
import { PatientFace } from "#ui/desk/patients/patient-face.tsx";
import { PhoneNumber } from "#ui/desk/patients/phone-number.tsx";

function nameColumn(say: Say): TableColumn<Patient> {
  return {
    id: "name",
    width: "4fr",
    title: say("queue.patient"),
    isRowHeader: true,
    cell: (each) => (
      <span className="named-face">
        <PatientFace patient={each} size="small" />
        <strong>{each.name}</strong> <SyncMark state={each.sync_state} />
      </span>
    ),
  };
}

function columnsFor(
  say: Say,
  clock: BranchClock,
  today: string,
  lastVisits: ReturnType<typeof useLastVisits>,
): readonly TableColumn<Patient>[] {
  return [
    nameColumn(say),
    {
      id: "age",
      width: 140,
      title: say("patients.age"),
      cell: (each) => `${ageText(each, today, say)} · ${genderText(each.gender, say)}`,
    },
    { id: "uhid", width: 132, title: say("patient.uhid"), cell: (each) => each.uhid },
    {
      id: "phone",
      width: 156,
      title: say("patient.phone"),
      cell: (each) => (each.phone === null ? "" : <PhoneNumber phone={each.phone} />),
    },
    {
      id: "guardian",
      width: "3fr",
      title: say("patients.kin"),
      cell: (each) => kinText(each, say),
    },
    { id: "city", width: "2fr", title: say("patients.place"), cell: placeText },
    {
      id: "seen",
      width: 110,
      title: say("patients.lastVisit"),
      cell: (each) => {
        const at = lastVisits.get(each.id)?.started_at;
        return at === undefined ? "" : clock.date(at);
      },
    },
    {
      id: "since",
      width: 110,
      title: say("patients.registered"),
      cell: (each) => clock.date(each.created_at),
    },
  ];
}

/** Patients with what tells those of one name apart; a row opens the chart. */
export function PatientTable({ pages }: { readonly pages: readonly (readonly Patient[])[] }) {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const lastVisits = useLastVisits(pages.map((page) => page.map(({ id }) => id)));
  const { showPatient } = useDesk();
  return (
    <div className="table-frame">
      <Table
        label={say("nav.patients")}
        columns={columnsFor(say, clock, today, lastVisits)}
        rows={pages.flat()}
        textOf={({ name }) => name}
        empty={say("patients.none")}
        onOpen={({ id }) => showPatient(id)}
        rowTestName={testNames.patientRow}
      />
    </div>
  );
}
