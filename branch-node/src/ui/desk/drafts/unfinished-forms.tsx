import { useId } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { Card } from "#ui/kit/surfaces.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDiscardDraft } from "./discard-draft.tsx";
import { useUnfinishedForms } from "./drafts-context.tsx";
import { SubjectText } from "./draft-subject-text.tsx";
import { subjectOf } from "./draft-subject.ts";

interface FormEntryProps {
  readonly draft: Draft;
  readonly onContinue: (draft: Draft) => void;
}

function FormEntry({ draft, onContinue }: FormEntryProps) {
  const say = useSay();
  const clock = useBranchClock();
  const discard = useDiscardDraft(draft.id);
  const subject = subjectOf(draft);
  const wordsId = useId();
  return (
    <li className="unfinished-form" data-testid={testNames.unfinishedForm}>
      <p id={wordsId}>
        <SubjectText subject={subject} />
        <span className="advice">
          {say("drafts.last", {
            when: `${clock.day(draft.updated_at)} ${clock.time(draft.updated_at)}`,
          })}
        </span>
      </p>
      {/* The group says of which form the two buttons are. */}
      <fieldset className="form-actions" aria-labelledby={wordsId}>
        {subject.kind === "unknown" ? null : (
          <Button
            look="primary"
            onPress={() => onContinue(draft)}
            testName={testNames.continueDraft}
          >
            {say(subject.kind === "vitals" ? "drafts.openPatient" : "drafts.continue")}
          </Button>
        )}
        {discard.button}
      </fieldset>
      {discard.fault}
    </li>
  );
}

interface UnfinishedFormsProps {
  readonly onContinue: (draft: Draft) => void;
}

/** What the person at the desk has begun and not sent: a crash, a reload or another desk loses none of it. */
export function UnfinishedForms({ onContinue }: UnfinishedFormsProps) {
  const say = useSay();
  const drafts = useUnfinishedForms();
  const titleId = useId();
  return (
    <>
      <output className="visually-hidden">
        {drafts.length === 0 ? "" : say("drafts.count", { count: drafts.length })}
      </output>
      {drafts.length === 0 ? null : (
        <section
          className="unfinished-forms"
          aria-labelledby={titleId}
          data-testid={testNames.unfinishedForms}
        >
          <h3 id={titleId}>{say("drafts.title")}</h3>
          <ul>
            {drafts.map((draft) => (
              <FormEntry key={draft.id} draft={draft} onContinue={onContinue} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** The same, as a part of what needs attention. */
export function DraftsPanel({ onContinue }: UnfinishedFormsProps) {
  const say = useSay();
  if (useUnfinishedForms().length === 0) return null;
  return (
    <Card title={say("drafts.panel")} testName={testNames.draftsPanel}>
      <p className="muted">{say("drafts.lead")}</p>
      <UnfinishedForms onContinue={onContinue} />
    </Card>
  );
}
