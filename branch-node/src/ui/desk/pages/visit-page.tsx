import { useParams } from "@tanstack/react-router";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useEncounter } from "#ui/desk/data/queries.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { EncounterPanel } from "#ui/desk/visits/encounter-form.tsx";
import { VisitHistory } from "#ui/desk/visits/visit-history.tsx";
import { VitalsCard } from "#ui/desk/visits/vitals-card.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Skeleton } from "#ui/kit/surfaces.tsx";

/** One visit of a patient. */
export function VisitPage() {
  const say = useSay();
  const { visit } = useParams({ from: "/visits/$visit" });
  const { resumedVisit, resume, showPatient } = useDesk();
  const encounter = useEncounter(visit);
  const resumed = resumedVisit?.entity_id === visit ? resumedVisit : null;
  if (encounter.data === undefined) {
    return encounter.error === null ? (
      <Skeleton label={say("action.loading")} lines={6} />
    ) : (
      <FaultNotice error={encounter.error} />
    );
  }
  const { patient_id: patientId } = encounter.data;
  return (
    <section className="page page-usual">
      <VitalsCard visit={encounter.data} />
      <EncounterPanel
        key={`${visit} ${resumed?.id ?? ""}`}
        encounterId={visit}
        patientId={patientId}
        resumed={resumed}
        onContinue={resume}
        onLeave={() => showPatient(patientId)}
      />
      <VisitHistory visit={encounter.data} />
    </section>
  );
}
