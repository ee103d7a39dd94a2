import { useCallback, useEffect, useRef } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useIntent } from "#ui/desk/data/intent.ts";
import type { KeptSending } from "#ui/desk/data/saving.ts";
import type { DraftKeeper, FormState } from "./draft-keeper.ts";
import type { DraftKind } from "./draft-wire.ts";
import { useDraftKeeper } from "./drafts-context.tsx";

interface KeptFields<Fields> {
  readonly kind: DraftKind;
  /** The record that the form is about; null where there is none yet. */
  readonly entityId: string | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  /** Whether it would be sent as something else than when it was begun, so that no attempt of then is repeated. */
  readonly isAnother?: boolean;
  /** What is typed: the same object until something else is. */
  readonly fields: Fields;
  /** The form as the branch keeps it. */
  readonly stateOf: (fields: Fields, intentKey: string) => FormState;
}

/** The key under which a form that is continued may have been sent already. */
function keyOf(resumed: Draft | null): string | undefined {
  const key = resumed?.form_state["intent_key"];
  return typeof key === "string" && key !== "" ? key : undefined;
}

/** Keeps what is typed into a form as a draft, with the key under which it is going to be sent. */
export function useKeptFields<Fields>(
  props: KeptFields<Fields>,
): KeptSending & { readonly keeper: DraftKeeper } {
  const { kind, entityId, resumed, isAnother = false, fields, stateOf } = props;
  const keeper = useDraftKeeper(kind, entityId, resumed);
  const intent = useIntent(isAnother ? undefined : keyOf(resumed));
  const current = useRef(stateOf);
  const kept = useRef(fields);
  useEffect(() => {
    current.current = stateOf;
  }, [stateOf]);
  const keep = useCallback(() => {
    keeper.change(current.current(kept.current, intent.key()));
  }, [keeper, intent]);
  const sent = useCallback(() => void keeper.end("submitted"), [keeper]);
  useEffect(() => {
    if (kept.current === fields) return;
    kept.current = fields;
    keep();
  }, [fields, keep]);
  return { keeper, intent, keep, sent };
}
