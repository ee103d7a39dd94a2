import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { patientsContract } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { UnverifiedMark } from "#ui/desk/patients/unverified-mark.tsx";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useClient } from "#ui/desk/shell/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { PatientLink } from "./patient-link.tsx";

const shown = "20";

/** Those who have registered themselves and of whom nobody has seen a proof yet, the latest first. */
export function useUnverifiedPatients() {
  const client = useClient();
  // Whoever may not confirm an identity has nothing to do about it.
  const mayVerify = useMay("patients", "update");
  return useQuery({
    queryKey: [...queryKeys.patients, "unverified"],
    queryFn: async ({ signal }) => {
      const query = { identity_unverified: "true", limit: shown } as const;
      const { body } = await client.call(patientsContract.list, { query }, { signal });
      return { patients: body.data, hasMore: body.has_more };
    },
    enabled: mayVerify,
  });
}

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
