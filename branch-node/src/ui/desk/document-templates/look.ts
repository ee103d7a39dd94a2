import type {
  EffectiveTemplate,
  PrintTemplate,
  TemplateLook,
  TemplateSubject,
} from "@edgeward/shared/clinical/print-templates/print-templates.contract.ts";
import type { SampleType } from "./samples.ts";

/** What of a document's look can be set, in the order in which it is asked. */
export const lookFields = [
  "languages",
  "numerals",
  "display_name",
  "header_lines",
  "footer_lines",
  "extra_lines",
  "logo_png",
  "page_size",
  "label_size",
] as const;

/** One setting of a document's look. */
export type LookField = (typeof lookFields)[number];

/** What one template says of a look; null leaves it to what lies beneath. */
export type OwnLook = Pick<PrintTemplate, LookField>;

/** A template that is set, as far as looks go. */
export type SetTemplate = OwnLook & Pick<PrintTemplate, "branch_id" | "document_type" | "version">;

const onSheets = lookFields.filter((field) => field !== "label_size");

/** What means something for a document: a label has no footer, a wristband has the size of its band. */
export const fieldsOf: Readonly<Record<TemplateSubject, readonly LookField[]>> = {
  all: lookFields,
  prescription: onSheets,
  certificate: onSheets,
  bill: onSheets,
  receipt: onSheets,
  discharge: onSheets,
  report: onSheets,
  appointment_slip: onSheets,
  queue_token: ["languages", "numerals", "display_name", "footer_lines"],
  label: ["languages", "numerals", "display_name", "label_size"],
  lab_label: ["languages", "numerals", "label_size"],
  wristband: ["languages", "numerals", "display_name"],
};

/** The template that the branch itself has set for documents of a type, if it has. */
export function ownTemplate(
  templates: readonly SetTemplate[],
  subject: TemplateSubject,
): SetTemplate | undefined {
  return templates.find(
    (template) => template.branch_id !== null && template.document_type === subject,
  );
}

/** Who says what a document's own template leaves open: all documents of the branch, the tenant, or nobody. */
export type LookSource = "all" | "tenant" | "system";

/** Whose word stands where the branch's own template of a type says nothing. */
export function sourceOf(
  templates: readonly SetTemplate[],
  subject: TemplateSubject,
  field: LookField,
): LookSource {
  const isSaid = (template: SetTemplate | undefined) => (template?.[field] ?? null) !== null;
  if (subject !== "all" && isSaid(ownTemplate(templates, "all"))) return "all";
  const tenantWide = templates.filter(
    ({ branch_id: branch, document_type: type }) =>
      branch === null && (type === "all" || type === subject),
  );
  return tenantWide.some(isSaid) ? "tenant" : "system";
}

/** A whole look: what comes out, whoever has said it. */
export type WholeLook = Pick<EffectiveTemplate, LookField>;

function overlaid(beneath: WholeLook, look: OwnLook): WholeLook {
  return {
    languages: look.languages ?? beneath.languages,
    numerals: look.numerals ?? beneath.numerals,
    display_name: look.display_name ?? beneath.display_name,
    header_lines: look.header_lines ?? beneath.header_lines,
    footer_lines: look.footer_lines ?? beneath.footer_lines,
    extra_lines: look.extra_lines ?? beneath.extra_lines,
    logo_png: look.logo_png ?? beneath.logo_png,
    page_size: look.page_size ?? beneath.page_size,
    label_size: look.label_size ?? beneath.label_size,
  };
}

/** What a document's own template is put on: what all documents of the branch say, and beneath it what the branch has not set. */
export function lookBeneath(
  templates: readonly SetTemplate[],
  subject: TemplateSubject,
  beneathBranch: WholeLook,
): WholeLook {
  const all = subject === "all" ? undefined : ownTemplate(templates, "all");
  return all === undefined ? overlaid(beneathBranch, noLook) : overlaid(beneathBranch, all);
}

/** What is being edited: the template of one type, or of all. */
export interface Editing {
  readonly subject: TemplateSubject;
  readonly look: OwnLook;
}

/** How a document would come out with a template that is being edited, beside all that is set. */
export function lookOf(
  document: SampleType,
  templates: readonly SetTemplate[],
  beneathBranch: WholeLook,
  { subject, look }: Editing,
): WholeLook {
  const all = subject === "all" ? look : ownTemplate(templates, "all");
  const own = subject === "all" ? ownTemplate(templates, document) : look;
  return overlaid(overlaid(beneathBranch, all ?? noLook), own ?? noLook);
}

/** A look as a preview tries it out. */
export function triedLook(look: WholeLook): TemplateLook {
  return { ...look };
}

/** A template that says nothing. */
export const noLook: OwnLook = {
  languages: null,
  numerals: null,
  display_name: null,
  header_lines: null,
  footer_lines: null,
  extra_lines: null,
  logo_png: null,
  page_size: null,
  label_size: null,
};
