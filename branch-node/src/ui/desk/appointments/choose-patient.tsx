import { useEffect, useRef, useState } from "react";
import { PatientSearch } from "#ui/desk/patients/patient-search.tsx";

interface ChoosePatientProps {
  readonly fault: string | undefined;
  readonly onChoose: (patientId: string) => void;
}

const fields = 'input:not([type="hidden"], [tabindex="-1"]), textarea, [aria-haspopup="listbox"]';

/** Finds whom a dialog or a page is about; the focus is there when it opens, and goes on to the next field when somebody is chosen. */
export function ChoosePatient({ fault, onChoose }: ChoosePatientProps) {
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const dialog = box.current?.closest('[role="dialog"], .page');
    box.current?.focus();
    return () => {
      // With the box the focus would be lost, and the dialog give it to what closes it.
      if (dialog?.isConnected === true) dialog.querySelector<HTMLElement>(fields)?.focus();
    };
  }, []);
  return (
    <div className="book-who">
      <PatientSearch typed={typed} onType={setTyped} onChoose={onChoose} ref={box} />
      {fault === undefined ? null : (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
