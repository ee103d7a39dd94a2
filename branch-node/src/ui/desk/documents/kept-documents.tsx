import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { PatientDocuments } from "#ui/desk/patients/patient-documents.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { DocumentCard } from "./document-card.tsx";
import { useDocuments } from "./document-queries.ts";
import { DocumentWork } from "./document-work.tsx";

interface PartProps {
  readonly patient: Patient;
}

function NewDocument({ patient }: PartProps) {
  const say = useSay();
  return (
    <DocumentWork patient={patient} replaced={null}>
      {(begin, hasLeft) => (
        <div className="form-actions">
          <Button
            look="primary"
            icon="add"
            onPress={begin}
            takesFocus={hasLeft}
            testName={testNames.newDocument}
          >
            {say("document.new")}
          </Button>
        </div>
      )}
    </DocumentWork>
  );
}

function List({ patient }: PartProps) {
  const say = useSay();
  const { data, error } = useDocuments(patient.id);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  if (data.length === 0) return <p className="muted">{say("document.none")}</p>;
  return (
    <ul className="rx-cards" aria-label={say("document.list")}>
      {data.map((document) => (
        <DocumentCard key={document.id} document={document} patient={patient} />
      ))}
    </ul>
  );
}

/** The papers, pictures and films that are kept of a patient, how more are brought, and what the desk prints. */
export function KeptDocuments({ patient }: PartProps) {
  const say = useSay();
  const mayRead = useMay("documents", "read");
  const mayBring = useMay("documents", "create") && patient.merged_into_id === null;
  return (
    <section className="chart-part" aria-label={say("chart.documents")}>
      {mayBring && mayRead ? <NewDocument patient={patient} /> : null}
      {mayRead ? <List patient={patient} /> : null}
      <PatientDocuments patientId={patient.id} waiting={[]} />
    </section>
  );
}
