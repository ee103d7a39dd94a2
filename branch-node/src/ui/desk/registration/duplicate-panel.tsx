import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { MergeDialog } from "#ui/desk/chart/merge-dialog.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { PatientFacts } from "#ui/desk/patients/patient-facts.tsx";
import { useLastVisits } from "#ui/desk/data/last-visits.ts";
import { useDuplicates, usePatientSearch } from "#ui/desk/data/queries.ts";
import { hasNumber } from "./has-number.ts";
import { duplicateTerms, type RegistrationDraft } from "./registration-draft.ts";

interface DuplicatePanelProps {
  readonly draft: RegistrationDraft;
  readonly onUse: (patientId: string) => void;
}

/** What is said where nobody is probably the person. @param sharing how many have the number nevertheless */
function foundNobody(isAsked: boolean, sharing: number): TextId {
  if (!isAsked) return "duplicates.idle";
  return sharing === 0 ? "duplicates.none" : "duplicates.sameNumber";
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

const mostShown = 5;

/** Those who are probably the person of a form, and others who have the telephone number: of one family, mostly. */
function useKnownPeople(draft: RegistrationDraft) {
  const today = useToday();
  const terms = duplicateTerms(draft, today);
  const alike = useDuplicates(terms).data ?? [];
  const number = terms?.phone ?? "";
  const withNumber = usePatientSearch(number).data?.patients ?? [];
  const found = terms === null ? [] : alike.slice(0, mostShown);
  const sharing =
    number === ""
      ? []
      : withNumber.filter((patient) => {
          return hasNumber(patient, number) && !found.some(({ id }) => id === patient.id);
        });
  return { isAsked: terms !== null, found, sharing: sharing.slice(0, mostShown) };
}

/** Who may already be the person being registered. Advice beside the form: it never stands in the way of saving. */
export function DuplicatePanel({ draft, onUse }: DuplicatePanelProps) {
  const say = useSay();
  const { isAsked, found, sharing } = useKnownPeople(draft);
  const all = [...found, ...sharing];
  const lastVisits = useLastVisits([all.map(({ id }) => id)]);
  return (
    <aside
      className="duplicates"
      aria-label={say("duplicates.label")}
      data-testid={testNames.duplicates}
    >
      <output className={all.length === 0 ? "muted" : "duplicates-title"}>
        {all.length === 0 ? null : <Icon name="warning" />}
        {found.length > 0
          ? say("duplicates.found", { count: found.length })
          : say(foundNobody(isAsked, sharing.length), { count: sharing.length })}
      </output>
      <ul>
        {all.map((patient) => (
          <li key={patient.id} data-testid={testNames.duplicate}>
            <span className="result-name">{patient.name}</span>
            <PatientFacts patient={patient} lastVisit={lastVisits.get(patient.id)?.started_at} />
            <Button isSmall onPress={() => onUse(patient.id)} about={patient.name}>
              {say("duplicates.use")}
            </Button>
            {found.length > 1 && found.includes(patient) ? (
              <MergeFound patientId={patient.id} name={patient.name} />
            ) : null}
          </li>
        ))}
      </ul>
    </aside>
  );
}
