import { Link } from "@tanstack/react-router";
import { usePatient } from "#ui/desk/data/queries.ts";

/** Whom something is about, with the way to their chart. */
export function PatientLink({ id }: { readonly id: string }) {
  const { data } = usePatient(id);
  if (data === undefined) return null;
  return (
    <Link to="/patients/$patient" params={{ patient: data.uhid }} className="attention-subject">
      {data.name} · {data.uhid}
    </Link>
  );
}
