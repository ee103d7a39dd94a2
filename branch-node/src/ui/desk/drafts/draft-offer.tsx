import { useState, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDiscardDraft } from "./discard-draft.tsx";
import { SubjectText } from "./draft-subject-text.tsx";
import { subjectOf } from "./draft-subject.ts";
import type { DraftKind } from "./draft-wire.ts";
import { isOf, useFormsBegun } from "./drafts-context.tsx";

interface DraftOfferProps {
  readonly kind: DraftKind;
  /** The record that the form is about; null where there is none yet. */
  readonly entityId: string | null;
  /** The draft that is continued already. */
  readonly resumed: Draft | null;
  readonly onContinue: (draft: Draft) => void;
  /** Of what the form is, beside its patient: a study, a test. */
  readonly what?: string;
  /** Whether somebody may have several of the kind, and begins another one beside what is offered. */
  readonly isOneOfMany?: boolean;
  readonly children: ReactNode;
}

interface QuestionProps {
  readonly draft: Draft;
  readonly what?: string | undefined;
  /** Whether the answer is one key away: who opened the form wants to write. */
  readonly takesFocus: boolean;
  /** Leaves what was begun on the list, and begins another form; undefined where there can be one alone. */
  readonly onAnother?: (() => void) | undefined;
  readonly onContinue: (draft: Draft) => void;
}

/** Asks whether to go on with what was begun, or to throw it away. */
export function DraftQuestion(props: QuestionProps) {
  const { draft, what, takesFocus, onAnother, onContinue } = props;
  const say = useSay();
  const clock = useBranchClock();
  const discard = useDiscardDraft(draft.id);
  const when = `${clock.day(draft.updated_at)} ${clock.time(draft.updated_at)}`;
  return (
    <section className="notice notice-info draft-offer" data-testid={testNames.draftOffer}>
      <Icon name="pending" />
      <div role="alert">
        {say("draft.offer", { when })}
        <p>
          <strong>
            <SubjectText subject={subjectOf(draft)} />
            {what === undefined ? null : (
              <>
                {" · "}
                <bdi>{what}</bdi>
              </>
            )}
          </strong>
        </p>
      </div>
      <div className="form-actions">
        <Button
          look="primary"
          onPress={() => onContinue(draft)}
          takesFocus={takesFocus}
          testName={testNames.continueDraft}
        >
          {say("drafts.continue")}
        </Button>
        {onAnother === undefined ? null : (
          <Button onPress={onAnother} testName={testNames.anotherDraft}>
            {say("drafts.another")}
          </Button>
        )}
        {discard.button}
      </div>
      {discard.fault}
    </section>
  );
}

/** Before an empty form: asks whether to go on with what the same person has begun to write there. */
export function DraftOffer(props: DraftOfferProps) {
  const { kind, entityId, resumed, what, onContinue, isOneOfMany = false, children } = props;
  const say = useSay();
  const { forms, isKnown } = useFormsBegun();
  // Asked when the form opens; a draft that another screen begins later is that screen's.
  const [askedOf, setAskedOf] = useState<string | null | undefined>();
  if (askedOf === undefined && isKnown) {
    setAskedOf(forms.find(isOf(kind, entityId))?.id ?? null);
  }
  if (resumed !== null) return children;
  // A form that was shown before would be begun anew beside the one that there is.
  if (askedOf === undefined) return <Skeleton label={say("action.loading")} lines={6} />;
  const draft = forms.find(({ id }) => id === askedOf);
  if (draft === undefined) return children;
  return (
    <DraftQuestion
      draft={draft}
      what={what}
      takesFocus
      onAnother={isOneOfMany ? () => setAskedOf(null) : undefined}
      onContinue={onContinue}
    />
  );
}
