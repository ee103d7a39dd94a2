import { useMemo, useState } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import {
  continued,
  readBackState,
  readReadBack,
  type KeptReadBack,
  type ReadBackDraft,
} from "./read-back-kept.ts";

interface ReadBackOf {
  readonly kind: DraftKind;
  /** The record that the form is about. */
  readonly entityId: string;
  /** Whose it is, and where it is continued. */
  readonly about: Readonly<Record<string, string>>;
  /** Names the version of what is critical. */
  readonly seen: string;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
}

/** What is typed of who was told, kept as a draft until it is sent; and whether what is critical has changed since it was begun. */
export function useReadBack({ kind, entityId, about, seen, resumed }: ReadBackOf) {
  const [opened] = useState(() =>
    continued(resumed === null ? null : readReadBack(resumed.form_state), seen),
  );
  const [draft, setDraft] = useState(opened.draft);
  const isOutdated = opened.seen !== seen;
  const fields = useMemo(() => ({ draft, seen: opened.seen }), [draft, opened]);
  const kept = useKeptFields({
    kind,
    entityId,
    resumed,
    isAnother: isOutdated,
    fields,
    stateOf: (now: KeptReadBack, key) => readBackState(now, about, key),
  });
  return {
    draft,
    kept,
    isOutdated,
    change: (patch: Partial<ReadBackDraft>) => setDraft((before) => ({ ...before, ...patch })),
    /** Puts another screen's state in the place of what is typed here. */
    take: (formState: FormState) => {
      const theirs = readReadBack(formState);
      if (theirs !== null) setDraft(continued(theirs, seen).draft);
    },
  };
}

/** That form as its fields see it. */
export type ReadBack = ReturnType<typeof useReadBack>;
