import { useState, type ReactNode } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDiscardDraft } from "./discard-draft.tsx";
import type { DraftKind } from "./draft-wire.ts";
import { useFormsBegun } from "./drafts-context.tsx";

interface DraftOfferProps {
  /** The record that the form is about. */
  readonly entityId: string;
  /** Of which kind it is, where forms of several kinds are about such records. */
  readonly kind?: DraftKind;
  /** The draft that is continued already. */
  readonly resumed: Draft | null;
  readonly onContinue: (draft: Draft) => void;
  readonly children: ReactNode;
}

interface QuestionProps {
  readonly draft: Draft;
  readonly onContinue: (draft: Draft) => void;
}

function Question({ draft, onContinue }: QuestionProps) {
  const say = useSay();
  const clock = useBranchClock();
  const discard = useDiscardDraft(draft.id);
  const when = `${clock.day(draft.updated_at)} ${clock.time(draft.updated_at)}`;
  return (
    <section className="notice notice-info draft-offer" data-testid={testNames.draftOffer}>
      <Icon name="pending" />
      <div role="alert">{say("draft.offer", { when })}</div>
      <div className="form-actions">
        {/* Who opened the form wants to write: the answer is one key away. */}
        <Button
          look="primary"
          onPress={() => onContinue(draft)}
          takesFocus
          testName={testNames.continueDraft}
        >
          {say("drafts.continue")}
        </Button>
        {discard.button}
      </div>
      {discard.fault}
    </section>
  );
}

/** Before an empty form: asks whether to go on with what the same person has begun to write there. */
export function DraftOffer({ entityId, kind, resumed, onContinue, children }: DraftOfferProps) {
  const say = useSay();
  const { forms, isKnown } = useFormsBegun();
  // Asked when the form opens; a draft that another screen begins later is that screen's.
  const [askedOf, setAskedOf] = useState<string | null | undefined>();
  if (askedOf === undefined && isKnown) {
    const isMeant = (draft: Draft) =>
      draft.entity_id === entityId && (kind === undefined || draft.kind === kind);
    setAskedOf(forms.find(isMeant)?.id ?? null);
  }
  if (resumed !== null) return children;
  // A form that was shown before would be begun anew beside the one that there is.
  if (askedOf === undefined) return <Skeleton label={say("action.loading")} lines={6} />;
  const draft = forms.find(({ id }) => id === askedOf);
  if (draft === undefined) return children;
  return <Question draft={draft} onContinue={onContinue} />;
}
