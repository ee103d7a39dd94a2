import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { KnownProblems } from "#ui/desk/chart/known-problems-card.tsx";
import { LastVisits } from "#ui/desk/patients/patient-visits.tsx";
import { EncounterPanel } from "./encounter-form.tsx";
import { VisitHistory } from "./visit-history.tsx";
import { VitalsTrend } from "#ui/desk/vitals/vitals-trend.tsx";
import { VitalsCard } from "./vitals-card.tsx";

interface VisitWorkProps {
  readonly visit: Encounter;
  /** Undefined while it is read. */
  readonly patient: Patient | undefined;
  readonly resumed: Draft | null;
  readonly onContinue: (draft: Draft) => void;
  readonly onLeave: () => void;
  readonly onEncounter: (encounterId: string) => void;
}

/** The work of a visit, and beside it what is known of the patient and what was before. */
export function VisitWork({ visit, patient, ...props }: VisitWorkProps) {
  return (
    <div className="work-and-aside">
      <div className="work">
        <VitalsCard visit={visit} patient={patient} />
        <EncounterPanel
          key={`${visit.id} ${props.resumed?.id ?? ""}`}
          encounterId={visit.id}
          resumed={props.resumed}
          onContinue={props.onContinue}
          onLeave={props.onLeave}
        />
      </div>
      <aside className="work-aside">
        {patient === undefined ? null : <KnownProblems patient={patient} />}
        <LastVisits
          patientId={visit.patient_id}
          exceptId={visit.id}
          onEncounter={props.onEncounter}
        />
        {patient === undefined ? null : <VitalsTrend patient={patient} />}
        <VisitHistory visit={visit} />
      </aside>
    </div>
  );
}
