import { useState } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import type { Prescription } from "@edgeward/shared/clinical/prescriptions/prescriptions.contract.ts";
import { DraftQuestion } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useBegunForm } from "#ui/desk/drafts/drafts-context.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { DueDoses } from "#ui/desk/medicines/due-doses.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useVisitUnderWay } from "#ui/desk/tests/order-in-chart.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { RxCard } from "./rx-card.tsx";
import { readRx } from "./rx-kept.ts";
import { usePrescriptions } from "./rx-queries.ts";
import { WritePrescription } from "./write-prescription.tsx";

/** What is being written: in which visit, and with the medicines of which earlier prescription. */
interface Writing {
  readonly visit: Encounter;
  readonly earlier: Prescription | null;
  readonly isReplaced: boolean;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

/** The visit in which something can be prescribed now; null where there is none, undefined until that is known. */
function useVisitToPrescribe(patient: Patient): Encounter | null | undefined {
  const { visit, isLoading } = useVisitUnderWay(patient.id);
  const mayPrescribe = useMay("prescriptions", "create") && patient.merged_into_id === null;
  if (!mayPrescribe) return null;
  return isLoading ? undefined : visit;
}

interface ListProps {
  readonly patientId: string;
  readonly newId: string | null;
  readonly onAgain: ((earlier: Prescription, isReplaced: boolean) => void) | null;
}

function Prescriptions({ patientId, newId, onAgain }: ListProps) {
  const say = useSay();
  const { data, error } = usePrescriptions(patientId);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  if (data.length === 0) return <p className="muted">{say("rx.none")}</p>;
  return (
    <ul className="rx-cards" aria-label={say("rx.list")}>
      {data.map((rx) => (
        <RxCard
          key={rx.id}
          rx={rx}
          isNew={rx.id === newId}
          onAgain={onAgain === null ? null : (isReplaced) => onAgain(rx, isReplaced)}
        />
      ))}
    </ul>
  );
}

interface BeginProps {
  /** Whether there is a visit in which something can be prescribed. */
  readonly mayBegin: boolean;
  readonly takesFocus: boolean;
  readonly onBegin: () => void;
}

function Begin({ mayBegin, takesFocus, onBegin }: BeginProps) {
  const say = useSay();
  const mayPrescribe = useMay("prescriptions", "create");
  if (!mayPrescribe) return null;
  if (!mayBegin) return <p className="muted">{say("rx.needsVisit")}</p>;
  return (
    <div className="form-actions">
      <Button
        look="primary"
        icon="add"
        onPress={onBegin}
        takesFocus={takesFocus}
        testName={testNames.writeRx}
      >
        {say("rx.write")}
      </Button>
    </div>
  );
}

/** What is being written; a form that is continued once all is there that it was written for. */
function useWriting(patient: Patient, visit: Encounter | null) {
  const { formLeft } = useDesk();
  const resumed = useResumed(draftKinds.prescription, patient.id);
  const { data } = usePrescriptions(patient.id);
  const [writing, setWriting] = useState<Writing | null>(null);
  if (resumed !== null && visit !== null && data !== undefined && writing?.resumed !== resumed) {
    const origin = readRx(resumed.form_state)?.origin;
    const earlier = data.find(({ id }) => id === origin?.earlierId) ?? null;
    setWriting({ visit, earlier, isReplaced: origin?.isReplaced ?? false, resumed });
  }
  return {
    writing,
    begin: (earlier: Prescription | null, isReplaced: boolean) => {
      if (visit !== null) setWriting({ visit, earlier, isReplaced, resumed: null });
    },
    end: () => {
      setWriting(null);
      formLeft();
    },
  };
}

/** Where a prescription is begun: what the same person has begun before and not issued comes first. */
function Beginning(props: BeginProps & { readonly begun: Draft | null | undefined }) {
  const { resume } = useDesk();
  const { begun, ...begin } = props;
  if (begun === undefined) return null;
  if (begun === null || !begin.mayBegin) return <Begin {...begin} />;
  return <DraftQuestion draft={begun} takesFocus={begin.takesFocus} onContinue={resume} />;
}

/** What a patient was prescribed, and, in a visit, how more is. */
export function PatientMedicines({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const known = useVisitToPrescribe(patient);
  const visit = known ?? null;
  const { writing, begin, end } = useWriting(patient, visit);
  const begun = useBegunForm(draftKinds.prescription, patient.id);
  const [newId, setNewId] = useState<string | null>(null);
  const [hasLeft, setLeft] = useState(false);
  const mayBegin = writing === null && visit !== null;
  return (
    <section className="chart-part" aria-label={say("chart.medicines")}>
      {writing === null ? (
        <Beginning
          begun={known === undefined ? undefined : begun}
          mayBegin={mayBegin}
          takesFocus={hasLeft}
          onBegin={() => begin(null, false)}
        />
      ) : (
        <WritePrescription
          key={writing.resumed?.id ?? ""}
          {...writing}
          patient={patient}
          onLeave={() => {
            setLeft(true);
            end();
          }}
          onIssued={(rx) => {
            setNewId(rx.id);
            setLeft(false);
            end();
          }}
        />
      )}
      <DueDoses patientId={patient.id} />
      <Prescriptions
        patientId={patient.id}
        newId={newId}
        onAgain={mayBegin && begun === null ? begin : null}
      />
    </section>
  );
}
