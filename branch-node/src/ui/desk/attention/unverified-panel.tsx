import { Link } from "@tanstack/react-router";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { UnverifiedMark } from "#ui/desk/patients/unverified-mark.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { PatientLink } from "./patient-link.tsx";
import { useUnverifiedPatients } from "./unverified-patients.ts";

/** People whose identity somebody at the desk has to check. */
export function UnverifiedPanel() {
  const say = useSay();
  const { data } = useUnverifiedPatients();
  if (data === undefined || data.patients.length === 0) return null;
  return (
    <Card title={say("attention.unverified")} testName={testNames.unverifiedPanel}>
      <p className="muted">{say("attention.unverifiedLead")}</p>
      <ul className="print-jobs">
        {data.patients.map((patient) => (
          <li className="print-job" key={patient.id} data-testid={testNames.unverifiedPatient}>
            <PatientLink id={patient.id} />
            <PatientFacts patient={patient} />
            <div className="form-actions">
              <UnverifiedMark patient={patient} />
            </div>
          </li>
        ))}
      </ul>
      {data.hasMore ? (
        <Link to="/patients" search={{ unverified: true }}>
          {say("patients.more")}
        </Link>
      ) : null}
    </Card>
  );
}
