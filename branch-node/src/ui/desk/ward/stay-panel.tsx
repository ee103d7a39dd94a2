import type { BedOccupant } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { diets, type Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import { LateDoses } from "#ui/desk/medicines/due-doses.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import type { WardOfBoard } from "./bed-board.ts";
import { OccupantFacts, StayDay } from "./bed-tile.tsx";
import { StayActions } from "./stay-actions.tsx";
import { useAdmission } from "./ward-queries.ts";

interface StayPanelProps {
  readonly occupant: BedOccupant;
  readonly board: readonly WardOfBoard[];
  readonly nameOf: (staffId: string) => string;
  /** The patient lies somewhere else now, or has gone. */
  readonly onLeft: () => void;
  readonly onDischarged: () => void;
}

function useFacts(stay: Admission, nameOf: (staffId: string) => string) {
  const say = useSay();
  const clock = useBranchClock();
  const { attending_doctor_id: attending, admitting_doctor_id: admitting } = stay;
  const { admitted_at: since, expected_discharge_date: until, attendant } = stay;
  const diet = diets.find((known) => known === stay.diet);
  const found: readonly (readonly [string, string | null])[] = [
    [say("stay.since"), since === null ? null : clock.dayTime(since)],
    [say("calendar.doctor"), nameOf(attending ?? admitting)],
    [say("stay.type"), say(`admissionType.${stay.admission_type}`)],
    [say("stay.until"), until === null ? null : clock.date(`${until}T12:00:00Z`)],
    [say("stay.payer"), say(`stayPayer.${stay.payer_type}`)],
    [say("stay.diet"), diet === undefined ? null : say(`diet.${diet}`)],
    [say("stay.mlc"), stay.mlc ? (stay.mlc_no ?? "") : null],
    [say("stay.attendant"), attendant === null ? null : attendant.name],
  ];
  return found.flatMap(([title, value]) =>
    value === null || value === "" ? [] : [{ title, value }],
  );
}

function Facts({ stay, nameOf }: { readonly stay: Admission } & Pick<StayPanelProps, "nameOf">) {
  return (
    <dl className="facts">
      {useFacts(stay, nameOf).map(({ title, value }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Somebody's stay: who it is, since when, and what is done next. */
export function StayPanel({ occupant, board, nameOf, onLeft, onDischarged }: StayPanelProps) {
  const say = useSay();
  const { showPatient } = useDesk();
  const { data: stay, error } = useAdmission(occupant.admission_id);
  return (
    <section className="stay" aria-label={occupant.patient_name}>
      <div className="stay-who">
        <strong className="identity-age">
          <bdi>{occupant.patient_name}</bdi>
        </strong>
        <span className="muted">
          <OccupantFacts occupant={occupant} />
          {occupant.admitted_at === null ? null : " · "}
          <StayDay admittedAt={occupant.admitted_at} />
        </span>
        <LateDoses patientId={occupant.patient_id} />
        <Button
          isSmall
          onPress={() => showPatient(occupant.patient_id)}
          testName={testNames.openChart}
        >
          {say("today.openChart")}
        </Button>
      </div>
      <FaultNotice error={error} />
      {stay === undefined ? (
        <Skeleton label={say("action.loading")} />
      ) : (
        <>
          <Facts stay={stay} nameOf={nameOf} />
          <StayActions
            stay={stay}
            name={occupant.patient_name}
            board={board}
            onLeft={onLeft}
            onDischarged={onDischarged}
          />
        </>
      )}
    </section>
  );
}
