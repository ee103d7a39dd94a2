import { Button } from "#ui/kit/button.tsx";
import type { ScannedSpecimen } from "#scanning/scans.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ScanNotice, type DeskScans, type ScanChoice } from "./desk-scans.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { usePatient } from "#ui/desk/data/queries.ts";

interface OptionProps {
  readonly patientId: string;
  readonly specimen: ScannedSpecimen | undefined;
  readonly onChoose: () => void;
}

function Option({ patientId, specimen, onChoose }: OptionProps) {
  const { data: patient, error } = usePatient(patientId);
  if (patient === undefined) return <FaultNotice error={error} />;
  return (
    <Button isWide onPress={onChoose} testName={testNames.scanOption}>
      <span className="scan-option">
        <span className="result-name">{patient.name}</span>
        <PatientFacts patient={patient} />
        {specimen === undefined ? null : (
          <span className="muted">
            {specimen.specimen_type}: {specimen.tests.join(", ")}
          </span>
        )}
      </span>
    </Button>
  );
}

interface ScanChoiceProps {
  readonly choice: ScanChoice | null;
  readonly onChoose: (patientId: string) => void;
  readonly onDismiss: () => void;
}

// Which of them it is, the person with the tube sees.
function Choice({ choice, onChoose, onDismiss }: ScanChoiceProps) {
  const say = useSay();
  if (choice === null) return null;
  return (
    <section className="card scan-choice" aria-label={say("scan.several")}>
      <p role="alert">{say("scan.several")}</p>
      {choice.patientIds.map((patientId) => (
        <Option
          key={patientId}
          patientId={patientId}
          specimen={choice.specimens.find((one) => one.patient_id === patientId)}
          onChoose={() => onChoose(patientId)}
        />
      ))}
      <Button look="quiet" onPress={onDismiss}>
        {say("action.close")}
      </Button>
    </section>
  );
}

/** What the last scan led to, where that is not simply its patient; asks whose a code is that stands for more than one. */
export function ScanOutcome({ scans }: { readonly scans: DeskScans }) {
  const { notice, choice, choose, dismiss } = scans;
  return (
    <>
      <ScanNotice notice={notice} onDismiss={dismiss} />
      <Choice choice={choice} onChoose={choose} onDismiss={dismiss} />
    </>
  );
}
