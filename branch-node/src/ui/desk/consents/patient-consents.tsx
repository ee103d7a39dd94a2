import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { ConsentCard } from "./consent-card.tsx";
import { useConsents } from "./consent-queries.ts";
import { ConsentWork } from "./consent-work.tsx";

interface PartProps {
  readonly patient: Patient;
}

function NewConsent({ patient }: PartProps) {
  const say = useSay();
  return (
    <ConsentWork patient={patient} asked={null}>
      {(begin, hasLeft) => (
        <div className="form-actions">
          <Button
            look="primary"
            icon="add"
            onPress={() => begin("")}
            takesFocus={hasLeft}
            testName={testNames.newConsent}
          >
            {say("consents.new")}
          </Button>
        </div>
      )}
    </ConsentWork>
  );
}

function Consents({ patient }: PartProps) {
  const say = useSay();
  const { data, error } = useConsents(patient.id);
  if (error !== null) return <FaultNotice error={error} />;
  if (data === undefined) return <Skeleton label={say("action.loading")} lines={4} />;
  if (data.length === 0) return <p className="muted">{say("consents.none")}</p>;
  return (
    <ul className="rx-cards" aria-label={say("consents.list")}>
      {data.map((consent) => (
        <ConsentCard key={consent.id} consent={consent} patient={patient} />
      ))}
    </ul>
  );
}

/** What a patient has agreed to, refused or withdrawn, and how more is noted. */
export function PatientConsents({ patient }: PartProps) {
  const say = useSay();
  const mayNote = useMay("consents", "create") && patient.merged_into_id === null;
  return (
    <section className="chart-part" aria-label={say("chart.consents")}>
      {mayNote ? <NewConsent patient={patient} /> : null}
      <Consents patient={patient} />
    </section>
  );
}
