import { useState, type FormEvent } from "react";
import type { Document } from "@edgeward/shared/clinical/documents/documents.contract.ts";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Patient } from "@edgeward/shared/clinical/patients/patients.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import type { FormState } from "#ui/desk/drafts/draft-keeper.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useKeptFields } from "#ui/desk/drafts/kept-fields.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import {
  documentState,
  emptyDocument,
  formOf,
  gapsOf,
  readDocument,
  type ChosenFile,
  type DocumentDraft,
  type DocumentGap,
} from "./document-draft.ts";
import { useBringDocument } from "./document-queries.ts";

/** What the form is opened with. */
export interface DocumentFormProps {
  readonly patient: Patient;
  /** The document whose place the new one takes; null for one beside the others. */
  readonly replaced: Document | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly onSaved: () => void;
  readonly onLeave: () => void;
}

const shownPaths = ["file", "category", "title", "document_date"];

function firstOf({ replaced, resumed }: DocumentFormProps): DocumentDraft {
  const kept = resumed === null ? null : readDocument(resumed.form_state);
  if (replaced === null) return { ...emptyDocument, ...kept?.fields };
  const { category, title, confidential } = replaced;
  const begun = { ...emptyDocument, title, ...kept?.fields };
  // What is replaced says what the new one is.
  return { ...begun, category, isConfidential: confidential };
}

/** What is typed, kept as a draft, and the way on which it is sent. */
function useKeptDocument(props: DocumentFormProps) {
  const { patient, replaced, resumed } = props;
  const say = useSay();
  const [draft, setDraft] = useState(() => firstOf(props));
  const kept = useKeptFields({
    kind: draftKinds.document,
    entityId: replaced?.id ?? patient.id,
    resumed,
    fields: draft,
    stateOf: (now: DocumentDraft, key) => documentState(now, patient.id, key),
  });
  const bring = useBringDocument(({ title }) => {
    notify({ text: say("document.saved", { name: title }), tone: "good" });
    props.onSaved();
  }, kept);
  return { draft, setDraft, keeper: kept.keeper, bring };
}

/** The state of the form by which a document is brought. */
export function useDocumentForm(props: DocumentFormProps) {
  const { patient, replaced } = props;
  const say = useSay();
  const { draft, setDraft, keeper, bring } = useKeptDocument(props);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [isTried, setTried] = useState(false);
  const gaps = gapsOf(draft, file?.blob ?? null);
  const faults = faultsAtFields(bring.error, shownPaths, say);
  return {
    draft,
    file,
    isNew: replaced === null,
    keeper,
    isPending: bring.isPending,
    rest: faults.rest,
    change: (patch: Partial<DocumentDraft>) => {
      setDraft((before) => ({ ...before, ...patch }));
      bring.reset();
    },
    choose: (chosen: ChosenFile) => {
      setFile(chosen);
      bring.reset();
    },
    take: (formState: FormState) => {
      const theirs = readDocument(formState);
      if (theirs !== null) setDraft(theirs.fields);
    },
    /** What is wrong with a field: what is missing, or what the answer says of it. */
    faultAt: (path: string) => {
      const gap = (["file", "category"] as const).find(
        (each): each is DocumentGap => each === path,
      );
      const missing = isTried && gap !== undefined ? gaps.get(gap) : undefined;
      return missing === undefined ? faults.at(path) : say(missing);
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      setTried(true);
      if (bring.isPending || file === null || gaps.size > 0) return;
      bring.mutate(formOf(draft, patient.id, file, replaced?.id ?? null));
    },
    leave: () => {
      void keeper.end("discarded");
      props.onLeave();
    },
  };
}

/** That form as its fields see it. */
export type DocumentForm = ReturnType<typeof useDocumentForm>;
