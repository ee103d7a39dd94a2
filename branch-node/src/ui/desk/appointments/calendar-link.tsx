import { Link } from "@tanstack/react-router";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";

/** Leads to the calendar of all doctors, where a free time is chosen for this patient. */
export function CalendarLink({ patientId }: { readonly patientId: string }) {
  const say = useSay();
  const { data: patient } = usePatient(patientId);
  return (
    <Link
      to="/appointments"
      search={{ patient: patient?.uhid }}
      className="link"
      data-testid={testNames.bookHere}
    >
      {say("calendar.bookHere")}
    </Link>
  );
}
