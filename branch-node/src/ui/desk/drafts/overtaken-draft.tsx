import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { useDiscardDraft } from "./discard-draft.tsx";
import type { DraftKind } from "./draft-wire.ts";
import { useUnfinishedForms } from "./drafts-context.tsx";
import { useResumed } from "./use-resumed.ts";

function Overtaken({ draft }: { readonly draft: Draft }) {
  const say = useSay();
  const discard = useDiscardDraft(draft.id);
  return (
    <section className="notice notice-info" data-testid={testNames.draftOvertaken}>
      <Icon name="pending" />
      <div role="alert">{say("draft.overtaken")}</div>
      <div className="form-actions">{discard.button}</div>
      {discard.fault}
    </section>
  );
}

interface OvertakenDraftProps {
  readonly kind: DraftKind;
  readonly entityId: string;
  /** Whether what the form is for has been done, or cannot be done any more. */
  readonly isOver: boolean;
}

/** In the place of a form that its writer goes on with after somebody else has done what it was for: says so, and lets it go. */
export function OvertakenDraft({ kind, entityId, isOver }: OvertakenDraftProps) {
  const resumed = useResumed(kind, entityId);
  const forms = useUnfinishedForms();
  const draft = forms.find(({ id }) => id === resumed?.id);
  return isOver && draft !== undefined ? <Overtaken draft={draft} /> : null;
}
