import type { printTemplatesContract } from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { RequestOf } from "@edgeward/shared/contract/endpoint.ts";
import type { TextId } from "#ui/i18n/text.ts";
import { lookFields, noLook, type LookField, type OwnLook, type SetTemplate } from "./look.ts";

/** What is sent to set a template. */
export type TemplateBody = NonNullable<RequestOf<typeof printTemplatesContract.set>["body"]>;

/** A look as it is being typed: lines as one text, sizes as they stand in their fields. */
export interface LookForm extends Omit<
  OwnLook,
  "header_lines" | "footer_lines" | "extra_lines" | "label_size"
> {
  readonly header_lines: string | null;
  readonly footer_lines: string | null;
  readonly extra_lines: string | null;
  readonly label_size: { readonly width: string; readonly height: string } | null;
}

const together = (lines: readonly string[] | null) => lines?.join("\n") ?? null;

/** What a template says, to be typed over. */
export function formOf(look: OwnLook): LookForm {
  const { label_size: size } = look;
  return {
    languages: look.languages,
    numerals: look.numerals,
    display_name: look.display_name,
    header_lines: together(look.header_lines),
    footer_lines: together(look.footer_lines),
    extra_lines: together(look.extra_lines),
    logo_png: look.logo_png,
    page_size: look.page_size,
    label_size:
      size === null ? null : { width: String(size.width_mm), height: String(size.height_mm) },
  };
}

function apart(text: string | null): string[] | null {
  if (text === null) return null;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** What a form says; an emptied name is left to what lies beneath. */
export function lookIn(form: LookForm): OwnLook {
  const { label_size: size } = form;
  const name = form.display_name?.trim() ?? "";
  return {
    languages: form.languages,
    numerals: form.numerals,
    display_name: name === "" ? null : name,
    header_lines: apart(form.header_lines),
    footer_lines: apart(form.footer_lines),
    extra_lines: apart(form.extra_lines),
    // Begun, and no file chosen yet.
    logo_png: form.logo_png === "" ? null : form.logo_png,
    page_size: form.page_size,
    label_size:
      size === null ? null : { width_mm: Number(size.width), height_mm: Number(size.height) },
  };
}

const most = { name: 100, lines: 8, line: 200 } as const;
const labelSides = { width: [20, 110], height: [12, 150] } as const;

function isBetween(text: string, [least, largest]: readonly [number, number]): boolean {
  return /^\d{1,3}$/u.test(text.trim()) && Number(text) >= least && Number(text) <= largest;
}

function isTooMuch(lines: readonly string[] | null): boolean {
  return (lines ?? []).length > most.lines || (lines ?? []).some((line) => line.length > most.line);
}

/** What is wrong with a form, by field, before it is sent. */
export function formFaults(form: LookForm): Readonly<Partial<Record<LookField, TextId>>> {
  const { label_size: size } = form;
  const isSizeWrong =
    size !== null &&
    !(isBetween(size.width, labelSides.width) && isBetween(size.height, labelSides.height));
  const lines = (["header_lines", "footer_lines", "extra_lines"] as const).filter((field) =>
    isTooMuch(apart(form[field])),
  );
  return {
    ...((form.display_name ?? "").trim().length > most.name
      ? { display_name: "look.nameTooLong" as const }
      : {}),
    ...Object.fromEntries(lines.map((field) => [field, "look.linesTooLong" as const])),
    ...(isSizeWrong ? { label_size: "look.sizeWrong" as const } : {}),
  };
}

/** What somebody has typed into the form of one type, on what they saw there. */
export interface LookDraft {
  readonly patch: Partial<LookForm>;
  /** The template as it was when the typing began; version 0 where there was none. */
  readonly base: { readonly version: number; readonly form: LookForm };
  /** What somebody else has changed since; null while nobody has. */
  readonly overtaken: readonly LookField[] | null;
}

/** A form in which nothing was typed yet. */
export function draftOf(template: SetTemplate | undefined): LookDraft {
  const form = formOf(template ?? noLook);
  return { patch: {}, base: { version: template?.version ?? 0, form }, overtaken: null };
}

/** What the form shows: what was typed, and else what is set. */
export function shownForm({ base, patch }: LookDraft): LookForm {
  return { ...base.form, ...patch };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** A draft with something more typed; what is typed back to what is set is no change. */
export function typed(draft: LookDraft, patch: Partial<LookForm>): LookDraft {
  const all = { ...draft.patch, ...patch };
  const changed = lookFields.filter(
    (field) => field in all && !isSame(all[field], draft.base.form[field]),
  );
  return { ...draft, patch: picked(all, changed) };
}

function picked(form: Partial<LookForm>, fields: readonly LookField[]): Partial<LookForm> {
  return Object.fromEntries(
    Object.entries(form).filter(([name]) => fields.some((field) => field === name)),
  );
}

/** Whether there is something to save. */
export function isTyped({ patch }: LookDraft): boolean {
  return Object.keys(patch).length > 0;
}

/** What is sent of a draft: only what was typed, so that nothing that another has set meanwhile is put back. */
export function bodyOf(draft: LookDraft): TemplateBody {
  const look = lookIn(shownForm(draft));
  return Object.fromEntries(Object.entries(look).filter(([name]) => name in draft.patch));
}

/** A draft on a template that somebody else has changed meanwhile: theirs stands where nothing was typed. */
export function overtaken(draft: LookDraft, template: SetTemplate | undefined): LookDraft {
  const { base } = draftOf(template);
  const changed = lookFields.filter((field) => !isSame(base.form[field], draft.base.form[field]));
  return typed({ ...draft, base, overtaken: changed }, {});
}

/** A draft in which what somebody else has set takes the place of what was typed. */
export function takingTheirs(draft: LookDraft): LookDraft {
  const theirs = draft.overtaken ?? [];
  const mine = lookFields.filter((field) => field in draft.patch && !theirs.includes(field));
  return { ...draft, patch: picked(draft.patch, mine), overtaken: null };
}

/** What is left of a draft after a part of it was saved: what was typed while it was sent. */
export function afterSaving(draft: LookDraft, sent: LookDraft, saved: SetTemplate): LookDraft {
  const later = lookFields.filter(
    (field) => field in draft.patch && !isSame(draft.patch[field], sent.patch[field]),
  );
  return { ...draftOf(saved), patch: picked(draft.patch, later) };
}
