import { useEffect, useState } from "react";
import { useSay } from "#ui/i18n/text.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { asksForGuardian } from "./registration-draft.ts";
import { PayerFields } from "./registration-family.tsx";
import { AddressFields, GuardianFields, type FieldsProps } from "./registration-fields.tsx";

// On the way to 40 years stands 4: the fold waits until the typing has come to rest.
const restMs = 500;

const detailFields = [
  "line1",
  "state",
  "postalCode",
  "guardianName",
  "guardianPhone",
  "payer",
  "payerNumber",
] as const;

function useResolved(value: boolean): boolean {
  const [resolved, setResolved] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setResolved(value), restMs);
    return () => clearTimeout(timer);
  }, [value]);
  return resolved;
}

/** The rest, folded away until it is wanted; a child's guardian unfolds it. */
export function RegistrationDetails(props: FieldsProps) {
  const say = useSay();
  const today = useToday();
  const needsGuardian = useResolved(asksForGuardian(props.draft, today));
  const hasFault = detailFields.some((field) => field in props.faults);
  const [chosen, setChosen] = useState<boolean | null>(null);
  const isOpen = chosen ?? (hasFault || needsGuardian);
  return (
    <details className="more-fields" open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault();
          setChosen(!isOpen);
        }}
      >
        {say("register.more")}
      </summary>
      {needsGuardian ? <p className="notice notice-info">{say("register.childNotice")}</p> : null}
      <GuardianFields {...props} />
      <AddressFields {...props} />
      <PayerFields {...props} />
    </details>
  );
}
