import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { textIn } from "#ui/desk/patients/patient-draft.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import { useNewestPatients } from "#ui/desk/data/queries.ts";
import { ageText, genderText, phoneText, SyncMark } from "#ui/desk/patients/patient-facts.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock, useToday, type BranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";

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

/** The patients of the branch, the newest first; the search above finds all others. */
export function PatientsPage() {
  const say = useSay();
  const clock = useBranchClock();
  const today = useToday();
  const { showPatient } = useDesk();
  const { data, error } = useNewestPatients();
  return (
    <section className="page" aria-label={say("nav.patients")}>
      <PageHead title={say("nav.patients")} about={say("patients.newest")} />
      <FaultNotice error={error} />
      <Card isFlush>
        {data === undefined ? (
          <Skeleton label={say("action.loading")} lines={8} />
        ) : (
          <div className="table-frame">
            <Table
              label={say("nav.patients")}
              columns={columnsFor(say, clock, today)}
              rows={data}
              textOf={({ name }) => name}
              empty={say("patients.none")}
              onOpen={({ id }) => showPatient(id)}
              rowTestName={testNames.patientRow}
            />
          </div>
        )}
      </Card>
    </section>
  );
}
