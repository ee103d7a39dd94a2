import * as z from "zod";
import { noParams, noQuery, readEndpoint, writeEndpoint } from "#contract/endpoint.ts";
import { enumOf, idOf, int, str } from "#contract/fields.ts";
import { pageOf, pageQuery, recordFilters } from "#contract/paging.ts";
import { metadataField, readOnlyFields, recordReadOnly, recordShape } from "#contract/record.ts";
import { patternField } from "#contract/text-field.ts";

/** Which documents a template is of; `all` is what the others begin with. */
export const templateSubjects = [
  "all",
  "prescription",
  "label",
  "bill",
  "receipt",
  "discharge",
  "wristband",
  "queue_token",
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
const labelSize = z.strictObject({ width_mm: int(20, 110), height_mm: int(12, 150) });

/** How documents look and speak, setting by setting. */
export const templateLook = {
  display_name: str(1, 100),
  header_lines: lines,
  footer_lines: lines,
  extra_lines: lines,
  logo_png: logo,
  languages: z.array(enumOf(printLanguages)).min(1).max(2),
  numerals: enumOf(printNumerals),
  page_size: enumOf(printPageSizes),
  label_size: labelSize,
} as const;

/** What of a template can be tried out before it is set; null is a document without logo, and the size that a label is made for. */
export const templateLookShape = z
  .strictObject({
    ...templateLook,
    logo_png: logo.nullable(),
    label_size: labelSize.nullable(),
  })
  .partial();

/** What of a template can be tried out before it is set. */
export type TemplateLook = z.output<typeof templateLookShape>;

/** What a template says; null leaves it to the tenant's template, to that of all documents, or to the house. */
const settings = z
  .strictObject({
    display_name: templateLook.display_name.nullable(),
    header_lines: lines.nullable(),
    footer_lines: lines.nullable(),
    extra_lines: lines.nullable(),
    logo_png: logo.nullable(),
    languages: templateLook.languages.nullable(),
    numerals: templateLook.numerals.nullable(),
    page_size: templateLook.page_size.nullable(),
    label_size: labelSize.nullable(),
  })
  .partial().shape;

/** What only the server sets on a template. */
export const templateReadOnly = [...recordReadOnly, "branch_id", "document_type"] as const;

const setTemplateBody = z.strictObject({
  ...readOnlyFields(templateReadOnly),
  scope: enumOf(templateScopes).optional(),
  ...settings,
  metadata: metadataField,
});

const labelSizeShape = z.strictObject({ width_mm: z.int(), height_mm: z.int() });

/** A template, as the wire writes it. */
export const templateShape = z.strictObject({
  id: idOf("ptm"),
  /** Null for the whole tenant. */
  branch_id: idOf("brn").nullable(),
  document_type: z.enum(templateSubjects),
  display_name: z.string().nullable(),
  header_lines: z.array(z.string()).nullable(),
  footer_lines: z.array(z.string()).nullable(),
  extra_lines: z.array(z.string()).nullable(),
  logo_png: z.string().nullable(),
  languages: z.array(z.enum(printLanguages)).nullable(),
  numerals: z.enum(printNumerals).nullable(),
  page_size: z.enum(printPageSizes).nullable(),
  label_size: labelSizeShape.nullable(),
  ...recordShape,
});

/** A template, as the wire writes it. */
export type PrintTemplate = z.output<typeof templateShape>;

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
const read = { resource: "print_templates", action: "read" } as const;
const tag = "Print templates";

/** The endpoints of print templates. */
export const printTemplatesContract = {
  list: readEndpoint({
    path: "/v1/print-templates",
    summary: "List the templates that are set for the tenant and the acting branch",
    tag,
    access: read,
    params: noParams,
    query: z.strictObject({
      ...pageQuery,
      ...recordFilters,
      document_type: enumOf(templateSubjects).optional(),
      scope: enumOf(templateScopes).optional(),
    }),
    response: pageOf(templateShape),
    errors: ["invalid_cursor", "cursor_expired"],
  }),
  get: readEndpoint({
    path: "/v1/print-templates/{document_type}",
    summary: "How the documents of a type come out at the acting branch, after all that is set",
    tag,
    access: read,
    params: subjectParams,
    /** `branch` leaves out what the acting branch has set itself: what is left where it clears its own. */
    query: z.strictObject({ beneath: enumOf(["branch"]).optional() }),
    response: effectiveTemplateShape,
  }),
  set: writeEndpoint({
    method: "PUT",
    path: "/v1/print-templates/{document_type}",
    summary:
      "Set how documents of a type look and speak, at the branch for its own, at the hub for the tenant's: fields left out stay, null clears",
    tag,
    access: { resource: "print_templates", action: "update" },
    operation: "print_template.set",
    home: "any",
    params: subjectParams,
    query: noQuery,
    body: setTemplateBody,
    response: templateShape,
    status: 200,
    errors: ["version_conflict", "read_only_field", "hub_only", "owned_by_branch"],
  }),
} as const;
