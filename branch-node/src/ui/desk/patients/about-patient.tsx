import type { ReactNode } from "react";
import { usePatient } from "#ui/desk/data/queries.ts";
import { PatientFacts } from "./patient-facts.tsx";

interface AboutPatientProps {
  readonly patientId: string;
  /** What is said or done beside it. */
  readonly children?: ReactNode;
}

/** Whom a window is about, with what tells them apart from others of their name. */
export function AboutPatient({ patientId, children }: AboutPatientProps) {
  const { data: patient } = usePatient(patientId);
  return (
    <div className="book-patient">
      <strong>
        <bdi>{patient?.name ?? "…"}</bdi>
      </strong>
      {patient === undefined ? null : <PatientFacts patient={patient} />}
      {children}
    </div>
  );
}
