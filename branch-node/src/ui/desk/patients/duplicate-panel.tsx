import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { MergeDialog } from "#ui/desk/chart/merge-dialog.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { PatientFacts } from "./patient-facts.tsx";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useDuplicates } from "#ui/desk/data/queries.ts";
import { duplicateTerms, type RegistrationDraft } from "./registration-draft.ts";

interface DuplicatePanelProps {
  readonly draft: RegistrationDraft;
  readonly onUse: (patientId: string) => void;
}

/** Two of those that were found are one person: whoever may merges them from here, and goes on with the one that stays. */
function MergeFound({ patientId, name }: { readonly patientId: string; readonly name: string }) {
  const say = useSay();
  const mayMerge = useMay("patients", "approve");
  const [isMerging, setMerging] = useState(false);
  if (!mayMerge) return null;
  return (
    <>
      <Button
        isSmall
        look="quiet"
        onPress={() => setMerging(true)}
        testName={testNames.mergeFound}
        about={name}
      >
        {say("merge.open")}
      </Button>
      {isMerging ? (
        <MergeDialog
          patientId={patientId}
          onMerged={() => setMerging(false)}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </>
  );
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
            <Button isSmall onPress={() => onUse(patient.id)} about={patient.name}>
              {say("duplicates.use")}
            </Button>
            {found.length > 1 ? <MergeFound patientId={patient.id} name={patient.name} /> : null}
          </li>
        ))}
      </ul>
    </aside>
  );
}
