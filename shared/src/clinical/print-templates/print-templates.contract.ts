import * as z from "zod";
import { getEndpoint, listEndpoint, updateEndpoint, type CrudOptions } from "#contract/crud.ts";
import { enumOf, idOf, int, str } from "#contract/fields.ts";
import { field } from "#contract/record-fields.ts";
import { patternField } from "#contract/text-field.ts";

/** Which documents a template is of; `all` is what the others begin with. */
export const templateSubjects = [
  "all",
  "prescription",
  "certificate",
  "label",
  "bill",
  "receipt",
  "discharge",
  "wristband",
  "queue_token",
  "appointment_slip",
  "lab_label",
  "report",
] as const;

/** The documents that one template is of. */
export type TemplateSubject = (typeof templateSubjects)[number];

/** Whose documents a template is of: the acting branch's, or the whole tenant's. */
const templateScopes = ["branch", "tenant"] as const;

/** Whose documents a template is of. */
export type TemplateScope = (typeof templateScopes)[number];

/** Languages that documents can speak. */
export const printLanguages = ["en", "hi"] as const;

/** Digits as everywhere, or those of the document's first language. */
export const printNumerals = ["latn", "native"] as const;

/** Sheets that documents are set on. */
export const printPageSizes = ["a4", "a5"] as const;

// 12 kB of picture: a logo in black and white. It travels to every branch, and every job keeps a copy of its own.
const longestLogo = 16_384;
const logo = patternField(
  /^(?:[A-Za-z0-9+/]{4}){1,4095}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/u,
  `must be a PNG in base64 of at most ${longestLogo} characters`,
);
const lines = z.array(str(1, 200)).max(8);
const languages = z.array(enumOf(printLanguages)).min(1).max(2);
const labelSize = z.strictObject({ width_mm: int(20, 110), height_mm: int(12, 150) });

/** What of a template can be tried out before it is set; null is a document without logo, and the size that a label is made for. */
export const templateLookShape = z.strictObject({
  display_name: str(1, 100).optional(),
  header_lines: lines.optional(),
  footer_lines: lines.optional(),
  extra_lines: lines.optional(),
  logo_png: logo.nullable().optional(),
  languages: languages.optional(),
  numerals: enumOf(printNumerals).optional(),
  page_size: enumOf(printPageSizes).optional(),
  label_size: labelSize.nullable().optional(),
});

/** What of a template can be tried out before it is set. */
export type TemplateLook = z.output<typeof templateLookShape>;

const labelSizeShape = z.strictObject({ width_mm: z.int(), height_mm: z.int() });

const written = z.array(z.string());

/** The fields of a template; without a value each is left to the tenant's template, to that of all documents, or to the house. */
export const templateFields = {
  document_type: field.word(templateSubjects, { given: "never", filter: true }),
  display_name: field.text(str(1, 100), { optional: true }),
  header_lines: field.json(lines, written, { optional: true }),
  footer_lines: field.json(lines, written, { optional: true }),
  extra_lines: field.json(lines, written, { optional: true }),
  /** Base64. */
  logo_png: field.text(logo, { optional: true }),
  languages: field.json(languages, z.array(z.enum(printLanguages)), { optional: true }),
  numerals: field.word(printNumerals, { optional: true }),
  page_size: field.word(printPageSizes, { optional: true }),
  label_size: field.json(labelSize, labelSizeShape, { optional: true }),
} as const;

/** Where templates are served, and to whom. */
export const templateCrud = {
  path: "/v1/print-templates",
  resource: "print_templates",
  noun: ["print template", "print templates"],
  prefix: "ptm",
  home: "any",
  orders: [],
} as const satisfies CrudOptions;

/** How the documents of a type come out at a branch, after all that is set. */
export const effectiveTemplateShape = z.strictObject({
  document_type: z.enum(templateSubjects),
  branch_id: idOf("brn"),
  display_name: z.string(),
  header_lines: z.array(z.string()),
  footer_lines: z.array(z.string()),
  extra_lines: z.array(z.string()),
  logo_png: z.string().nullable(),
  languages: z.array(z.enum(printLanguages)),
  numerals: z.enum(printNumerals),
  page_size: z.enum(printPageSizes),
  /** Null for the size that each label is made for. */
  label_size: labelSizeShape.nullable(),
  /** IANA name of the branch's zone, in which documents write dates. */
  time_zone: z.string(),
});

/** How the documents of a type come out at a branch, after all that is set. */
export type EffectiveTemplate = z.output<typeof effectiveTemplateShape>;

const subjectParams = z.strictObject({ document_type: enumOf(templateSubjects) });
const get = getEndpoint(templateFields, templateCrud);
const set = updateEndpoint(templateFields, templateCrud, {
  scope: enumOf(templateScopes).optional(),
});

/** A template, as the wire writes it. */
export type PrintTemplate = z.output<(typeof set)["response"]>;

/** The endpoints of print templates. */
export const printTemplatesContract = {
  list: {
    ...listEndpoint(templateFields, templateCrud, { scope: enumOf(templateScopes).optional() }),
    summary: "List the templates that are set for the tenant and the acting branch",
  },
  get: {
    ...get,
    path: "/v1/print-templates/{document_type}",
    summary: "How the documents of a type come out at the acting branch, after all that is set",
    params: subjectParams,
    /** `branch` leaves out what the acting branch has set itself: what is left where it clears its own. */
    query: z.strictObject({ beneath: enumOf(["branch"]).optional() }),
    response: effectiveTemplateShape,
  },
  set: {
    ...set,
    path: "/v1/print-templates/{document_type}",
    summary:
      "Set how documents of a type look and speak, at the branch for its own, at the hub for the tenant's: fields left out stay, null clears",
    operation: "print_template.set",
    params: subjectParams,
    errors: ["version_conflict", "read_only_field", "hub_only", "owned_by_branch"],
  },
} as const;
