import { Button } from "react-aria-components/Button";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { PatientFacts } from "./patient-facts.tsx";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useDuplicates } from "#ui/desk/data/queries.ts";
import { duplicateTerms, type RegistrationDraft } from "./registration-draft.ts";

interface DuplicatePanelProps {
  readonly draft: RegistrationDraft;
  readonly onUse: (patientId: string) => void;
}

/** Who may already be the person being registered. Advice beside the form: it never stands in the way of saving. */
export function DuplicatePanel({ draft, onUse }: DuplicatePanelProps) {
  const say = useSay();
  const today = useToday();
  const terms = duplicateTerms(draft, today);
  const { data } = useDuplicates(terms);
  const found = terms === null ? [] : (data ?? []).slice(0, 5);
  const lastVisits = useLastVisits([found.map(({ id }) => id)]);
  return (
    <aside
      className="duplicates"
      aria-label={say("duplicates.label")}
      data-testid={testNames.duplicates}
    >
      <output className={found.length === 0 ? "muted" : "duplicates-title"}>
        {found.length === 0 ? null : <Icon name="warning" />}
        {found.length === 0
          ? say(terms === null ? "duplicates.idle" : "duplicates.none")
          : say("duplicates.found", { count: found.length })}
      </output>
      <ul>
        {found.map((patient) => (
          <li key={patient.id} data-testid={testNames.duplicate}>
            <span className="result-name">{patient.name}</span>
            <PatientFacts patient={patient} lastVisit={lastVisits.get(patient.id)} />
            <Button className="button button-small" onPress={() => onUse(patient.id)}>
              {say("duplicates.use")}
              <span className="visually-hidden"> {patient.name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
