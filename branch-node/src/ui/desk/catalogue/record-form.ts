import { useState, type FormEvent } from "react";
import * as z from "zod";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { CallOptions, Client } from "@edgeward/shared/contract/client.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useSaving } from "#ui/desk/data/saving.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSay } from "#ui/i18n/text.ts";

/** What is typed into a form of the lists: each field as a text. */
type Typed = Readonly<Record<string, string>>;

interface RecordFormOptions<Fields extends Typed, Body, Saved> {
  readonly kind: DraftKind;
  /** The record that is changed; null for a new one. */
  readonly entityId: string | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  /** With what the form begins. */
  readonly begun: Fields;
  /** The fields that cannot be sent as they are. */
  readonly gapsOf: (fields: Fields) => readonly (keyof Fields)[];
  readonly bodyOf: (fields: Fields) => Body;
  /** By which names answers call the fields that the form shows. */
  readonly paths: readonly string[];
  /** What is read again once it is saved. */
  readonly stale: readonly (readonly string[])[];
  readonly send: (client: Client, body: Body, options: CallOptions) => Promise<Saved>;
  readonly onSaved: (saved: Saved) => void;
}

/** A form's fields as the branch keeps them. Their key goes with them: sent twice, they are saved once. */
function stateOf(fields: Typed, intentKey: string): FormState {
  return { fields: { ...fields }, intent_key: intentKey };
}

const kept = z.object({ fields: z.record(z.string(), z.unknown()) });

/** Reads fields back, each that is none of the form's left out. */
export function readFields<Fields extends Typed>(state: FormState, begun: Fields): Fields {
  const fields = kept.safeParse(state).data?.fields ?? {};
  const known = Object.keys(begun).flatMap((name) => {
    const { [name]: typed } = fields;
    return typeof typed === "string" ? [[name, typed] as const] : [];
  });
  return { ...begun, ...Object.fromEntries(known) };
}

/** A form of one record of the lists, kept as a draft until it is saved. */
export function useRecordForm<Fields extends Typed, Body, Saved>(
  of: RecordFormOptions<Fields, Body, Saved>,
) {
  const { kind, entityId, resumed, begun } = of;
  const say = useSay();
  const [fields, setFields] = useState<Fields>(() =>
    resumed === null ? begun : readFields(resumed.form_state, begun),
  );
  const [isChecked, setChecked] = useState(false);
  const keeping = useKeptFields({ kind, entityId, resumed, fields, stateOf });
  const { stale, send, onSaved } = of;
  const saving = useSaving({ stale, send, onSaved, kept: keeping });
  const faults = faultsAtFields(saving.error, of.paths, say);
  const gaps = of.gapsOf(fields);
  return {
    fields,
    write: (patch: Partial<Fields>) => {
      setFields((now) => ({ ...now, ...patch }));
      saving.reset();
    },
    /** Whether a field is shown to be lacking. */
    lacks: (name: keyof Fields) => isChecked && gaps.includes(name),
    refused: faults.at,
    rest: faults.rest,
    isPending: saving.isPending,
    keeper: keeping.keeper,
    take: (state: FormState) => setFields((now) => readFields(state, now)),
    submit: (event: FormEvent) => {
      event.preventDefault();
      setChecked(true);
      if (gaps.length === 0 && !saving.isPending) saving.mutate(of.bodyOf(fields));
    },
  };
}
