import { ApiError } from "@edgeward/shared/contract/client.ts";
import type { TemplateSubject } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import {
  afterSaving,
  draftOf,
  formFaults,
  isTyped,
  overtaken,
  shownForm,
  takingTheirs,
  typed,
  type LookDraft,
  type LookForm,
} from "./look-form.ts";
import { ownTemplate, type SetTemplate } from "./look.ts";
import { useSetTemplate, useTemplates } from "./template-queries.ts";

/** What somebody has typed into the forms of the documents and not saved, by the documents that they are of. */
export type LookDrafts = Readonly<Partial<Record<TemplateSubject, LookDraft>>>;

/** Where what is typed is kept: it outlives the panel, which is closed by one key. */
export interface LookDraftStore {
  readonly drafts: LookDrafts;
  readonly change: (change: (drafts: LookDrafts) => LookDrafts) => void;
}

function isOvertaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "version_conflict";
}

/** The form of the documents of one type: what it shows, and what can be done with it. */
export function useLookEditor(
  subject: TemplateSubject,
  templates: readonly SetTemplate[],
  { drafts, change }: LookDraftStore,
) {
  const set = useSetTemplate(subject);
  const { refetch } = useTemplates();
  const begun = draftOf(ownTemplate(templates, subject));
  const draft = drafts[subject] ?? begun;
  const update = (next: (draft: LookDraft) => LookDraft) =>
    change((all) => ({ ...all, [subject]: next(all[subject] ?? begun) }));

  async function refused(error: unknown): Promise<void> {
    if (!isOvertaken(error)) return;
    const fresh = (await refetch()).data ?? [];
    update((current) => overtaken(current, ownTemplate(fresh, subject)));
  }

  function save(): void {
    if (set.isPending || !isTyped(draft) || Object.keys(formFaults(shownForm(draft))).length > 0) {
      return;
    }
    set.mutate(draft, {
      onSuccess: (saved) => update((current) => afterSaving(current, draft, saved)),
      onError: (error) => void refused(error),
    });
  }

  return {
    draft,
    form: shownForm(draft),
    type: (patch: Partial<LookForm>) => {
      if (!set.isPending) set.reset();
      update((current) => typed(current, patch));
    },
    takeTheirs: () => update(takingTheirs),
    discard: () => {
      set.reset();
      change((all) => ({ ...all, [subject]: undefined }));
    },
    save,
    isSaved: set.isSuccess && !isTyped(draft),
    error: isOvertaken(set.error) ? null : set.error,
  };
}

/** The form of the documents of one type. */
export type LookEditor = ReturnType<typeof useLookEditor>;
