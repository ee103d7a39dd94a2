import { useState, type ReactNode } from "react";
import type { Admission } from "@edgeward/shared/clinical/admissions/admissions.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { stayState, type DischargeDraft, type KeptOfStay, type MoveDraft } from "./ward-kept.ts";

/** What a form is drawn with once it is known whether one was begun before. */
export interface OfferedProps {
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

interface KeptProps<Fields> extends OfferedProps {
  readonly kind: DraftKind;
  readonly stay: Admission;
  readonly empty: Fields;
  readonly read: (formState: FormState) => KeptOfStay<Fields> | null;
}

/** What is typed into a form about a stay, kept as a draft; and whether the stay has changed since it was begun. */
export function useKeptOfStay<Fields extends MoveDraft | DischargeDraft>(props: KeptProps<Fields>) {
  const { kind, stay, resumed, empty, read } = props;
  const [opened] = useState(() => (resumed === null ? null : read(resumed.form_state)));
  const [fields, setFields] = useState<Fields>(opened?.fields ?? empty);
  // What is kept later says nonetheless which stay was seen when the form was begun.
  const [seen] = useState(opened?.seen ?? stay.version);
  const kept = useKeptFields({
    kind,
    entityId: stay.id,
    resumed,
    fields,
    stateOf: (now: Fields, key) => stayState(now, { ...stay, version: seen }, key),
  });
  return {
    fields,
    kept,
    isOutdated: typeof opened?.seen === "number" && opened.seen !== stay.version,
    write: (patch: Partial<Fields>) => setFields((now) => ({ ...now, ...patch })),
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = read(formState);
      if (theirs !== null) setFields(theirs.fields);
    },
  };
}

type KeptForm = Pick<ReturnType<typeof useKeptOfStay>, "kept" | "isOutdated" | "take">;

/** Whether what is typed is safe, and whether the stay has changed meanwhile. */
export function KeptLine({ form }: { readonly form: KeptForm }) {
  const say = useSay();
  return (
    <>
      <DraftLine keeper={form.kept.keeper} onTake={form.take} />
      {form.isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
    </>
  );
}

interface StayOfferProps {
  readonly kind: DraftKind;
  readonly stay: Admission;
  readonly children: (resumed: Draft | null) => ReactNode;
}

/** Before an empty form about a stay: what the same person has begun of it. */
export function StayOffer({ kind, stay, children }: StayOfferProps) {
  const { resume } = useDesk();
  const resumed = useResumed(kind, stay.id);
  return (
    <DraftOffer kind={kind} entityId={stay.id} resumed={resumed} onContinue={resume}>
      {children(resumed)}
    </DraftOffer>
  );
}
