import { csvText, keepCsv } from "#ui/desk/data/csv.ts";
import { loadPatient } from "#ui/desk/data/patient-loader.ts";
import { useStaffName } from "#ui/desk/data/staff-names.ts";
import { studyName } from "#ui/desk/radiology/radiology-list.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { Who } from "#ui/desk/today/queue-cells.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { soldRows, spanOf, testRows, type RegisterRow } from "./day-end-rows.ts";
import { useDayDispenses, useDayOrders, useDayStudies, useDayVisits } from "./day-end-queries.ts";
import { DayTable } from "./day-table.tsx";

interface RegisterProps {
  readonly kind: "seen" | "tests" | "sold";
  readonly day: string;
  readonly rows: readonly RegisterRow[];
  readonly isCut: boolean;
  readonly error: unknown;
}

/** Keeps a register as a file, with the patients' names and numbers. */
function useSaveRegister({ kind, day, rows }: RegisterProps) {
  const say = useSay();
  const client = useClient();
  const clock = useBranchClock();
  return async () => {
    const lines = await Promise.all(
      rows.map(async ({ at, patientId, what, how }) => {
        const patient = patientId === null ? null : await loadPatient(client, patientId);
        return [clock.time(at), patient?.name ?? "", patient?.uhid ?? "", what, how];
      }),
    );
    const titles = [
      say("dayEnd.time"),
      say("queue.patient"),
      say("patient.uhid"),
      say(`dayEnd.what_${kind}`),
      say(`dayEnd.how_${kind}`),
    ];
    keepCsv(`${kind}-${day}.csv`, csvText([titles, ...lines]));
  };
}

/** What was done in a day, one below the other. */
function Register(props: RegisterProps) {
  const { kind, rows, isCut, error } = props;
  const say = useSay();
  const clock = useBranchClock();
  const save = useSaveRegister(props);
  return (
    <Card
      title={say(`dayEnd.${kind}`, { count: rows.length })}
      aside={
        <span className="unprinted">
          <Button
            isDisabled={rows.length === 0}
            onPress={() => void save()}
            testName={`${testNames.registerCsv}-${kind}`}
          >
            {say("revenue.csv")}
          </Button>
        </span>
      }
      testName={`${testNames.register}-${kind}`}
    >
      <FaultNotice error={error} />
      <DayTable
        titles={[
          say("dayEnd.time"),
          say("queue.patient"),
          say(`dayEnd.what_${kind}`),
          say(`dayEnd.how_${kind}`),
        ]}
        firstAmount={4}
        rows={rows.map(({ id, at, patientId, what, how }) => ({
          id,
          cells: [
            clock.time(at),
            patientId === null ? say("dayEnd.nobody") : <Who key={id} patientId={patientId} />,
            what,
            how,
          ],
        }))}
        isCut={isCut}
      />
    </Card>
  );
}

/** The registers of a day: who was seen, what was tested, what was sold. */
export function Registers({ day }: { readonly day: string }) {
  const say = useSay();
  const nameOf = useStaffName();
  const { branch } = useSignedIn();
  const span = spanOf(day, branch.time_zone);
  const visits = useDayVisits(span);
  const orders = useDayOrders(span);
  const studies = useDayStudies(span);
  const dispenses = useDayDispenses(span);
  const seen = (visits.data?.rows ?? [])
    .filter(({ visit_status: status }) => status !== "cancelled")
    .map((visit): RegisterRow => ({
      id: visit.id,
      at: visit.created_at,
      patientId: visit.patient_id,
      what: say(`encounterType.${visit.encounter_type}`),
      how: visit.doctor_id === null ? "" : nameOf(visit.doctor_id),
    }));
  return (
    <>
      <Register
        kind="seen"
        day={day}
        rows={seen}
        isCut={visits.data?.isCut ?? false}
        error={visits.error}
      />
      <Register
        kind="tests"
        day={day}
        rows={testRows(orders.data?.rows ?? [], studies.data?.rows ?? [], span, (study) =>
          studyName(study, say),
        )}
        isCut={(orders.data?.isCut ?? false) || (studies.data?.isCut ?? false)}
        error={orders.error ?? studies.error}
      />
      <Register
        kind="sold"
        day={day}
        rows={soldRows(dispenses.data?.rows ?? [], span)}
        isCut={dispenses.data?.isCut ?? false}
        error={dispenses.error}
      />
    </>
  );
}
