import { useEffect, useRef, useState } from "react";
import { PatientSearch } from "#ui/desk/patients/patient-search.tsx";

interface ChoosePatientProps {
  readonly fault: string | undefined;
  readonly onChoose: (patientId: string) => void;
}

/** Finds whom a dialog is about; the focus is there when it opens. */
export function ChoosePatient({ fault, onChoose }: ChoosePatientProps) {
  const [typed, setTyped] = useState("");
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => box.current?.focus(), []);
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
