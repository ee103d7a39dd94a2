import { useState } from "react";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { OrderInChart, useVisitUnderWay } from "#ui/desk/tests/order-in-chart.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { CertificateCard } from "./certificate-card.tsx";
import { useCertificates } from "./certificate-queries.ts";
import { WriteCertificate } from "./write-certificate.tsx";

interface WriteProps {
  readonly patient: Patient;
  readonly onIssued: (id: string) => void;
}

/** Where a certificate is written: in a visit alone, for it says what was found there. */
function Write({ patient, onIssued }: WriteProps) {
  const say = useSay();
  const mayWrite = useMay("certificates", "create") && patient.merged_into_id === null;
  const { visit: now, isLoading } = useVisitUnderWay(patient.id);
  if (!mayWrite || isLoading) return null;
  if (now === null) return <p className="muted">{say("letters.needsVisit")}</p>;
  return (
    <OrderInChart
      kind={draftKinds.certificate}
      patientId={patient.id}
      text={say("letters.write")}
      testName={testNames.writeCertificate}
    >
      {({ visit, resumed, leave }) => (
        <WriteCertificate
          patientId={patient.id}
          visit={visit ?? now}
          resumed={resumed}
          onIssued={({ id }) => {
            onIssued(id);
            leave();
          }}
          onLeave={leave}
        />
      )}
    </OrderInChart>
  );
}

function Certificates({
  patientId,
  newId,
}: {
  readonly patientId: string;
  readonly newId: string;
}) {
  const say = useSay();
  const { data, error } = useCertificates(patientId);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  if (data.length === 0) return <p className="muted">{say("letters.none")}</p>;
  return (
    <ul className="rx-cards" aria-label={say("letters.list")}>
      {data.map((certificate) => (
        <CertificateCard
          key={certificate.id}
          certificate={certificate}
          isNew={certificate.id === newId}
        />
      ))}
    </ul>
  );
}

/** What doctors have certified of a patient and to whom they have referred them, and how another is written. */
export function PatientCertificates({ patient }: { readonly patient: Patient }) {
  const say = useSay();
  const [newId, setNewId] = useState("");
  return (
    <section className="chart-part" aria-label={say("chart.letters")}>
      <Write patient={patient} onIssued={setNewId} />
      <Certificates patientId={patient.id} newId={newId} />
    </section>
  );
}
