import { ChoosePatient } from "#ui/desk/appointments/choose-patient.tsx";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";

interface ChosenPatientProps {
  readonly patientId: string | null;
  readonly onChoose: (patientId: string | null) => void;
  readonly fault: string | undefined;
}

/** Whose it is: found by typing, and another one as long as nothing is sent. */
export function ChosenPatient({ patientId, onChoose, fault }: ChosenPatientProps) {
  if (patientId === null) return <ChoosePatient fault={fault} onChoose={onChoose} />;
  return <PatientOfForm patientId={patientId} onOther={() => onChoose(null)} />;
}

interface PatientOfFormProps {
  readonly patientId: string;
  readonly onOther: () => void;
}

/** Whom a form is about, with what tells them apart, and the way to another one. */
export function PatientOfForm({ patientId, onOther }: PatientOfFormProps) {
  const say = useSay();
  return (
    <AboutPatient patientId={patientId}>
      <Button isSmall look="quiet" onPress={onOther}>
        {say("ward.otherPatient")}
      </Button>
    </AboutPatient>
  );
}
