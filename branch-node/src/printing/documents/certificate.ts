import {
  paragraph,
  type Block,
  type DocumentContent,
  type Field,
} from "@edgeward/devices/page/block.ts";
import type { DocumentData } from "@edgeward/shared/clinical/print-jobs/print-documents.contract.ts";
import { daysBetween } from "@edgeward/shared/kernel/zones.ts";
import {
  doctorSignature,
  documentOf,
  linesBlock,
  medicineTable,
  patientFields,
  type TemplateContext,
} from "./parts.ts";
import type { TextKey } from "#printing/documents/texts/en.ts";

type Certificate = DocumentData<"certificate">;
type Referral = Extract<Certificate, { readonly kind: "referral" }>;

const titles = {
  sick_leave: "sick_leave_certificate",
  fitness: "fitness_certificate",
  referral: "referral_letter",
} as const satisfies Readonly<Record<Certificate["kind"], TextKey>>;

const sentences = {
  sick_leave: "certify_sick",
  fitness: "certify_fit",
  referral: "please_see",
} as const satisfies Readonly<Record<Certificate["kind"], TextKey>>;

/** What a certificate is about: the days, or to whom somebody is sent. */
function aboutFields({ wording }: TemplateContext, data: Certificate): readonly Field[] {
  const { textOf, date, number } = wording;
  switch (data.kind) {
    case "sick_leave": {
      const { rest_from: from, rest_to: to } = data;
      return [
        { label: textOf("rest_from"), value: date(from) },
        { label: textOf("rest_to"), value: date(to) },
        { label: textOf("rest_days"), value: number(daysBetween(from, to) + 1) },
      ];
    }
    case "fitness":
      return [
        { label: textOf("fit_from"), value: date(data.fit_from) },
        ...(data.fit_for === null ? [] : [{ label: textOf("fit_for"), value: data.fit_for }]),
      ];
    case "referral":
      return [
        { label: textOf("referred_to"), value: data.referred_to },
        ...(data.referred_place === null
          ? []
          : [{ label: textOf("place"), value: data.referred_place }]),
      ];
  }
}

/** What the next doctor should know. */
function knownBlocks(context: TemplateContext, data: Referral): readonly Block[] {
  const { textOf } = context.wording;
  const lines = (text: string | null) => (text ?? "").split("\n");
  return [
    ...linesBlock(textOf("reason"), lines(data.reason)),
    ...linesBlock(textOf("complaints"), lines(data.complaints)),
    ...linesBlock(textOf("vitals"), lines(data.vitals)),
    ...linesBlock(textOf("allergies"), data.allergies),
    ...linesBlock(textOf("findings"), lines(data.findings)),
    ...linesBlock(textOf("investigations"), lines(data.investigations)),
    ...(data.medicines.length === 0
      ? []
      : [
          { kind: "heading", text: textOf("medicines") } as const,
          medicineTable(context, data.medicines),
        ]),
  ];
}

/** What a doctor certifies of a patient, or whom the patient is to see next. */
export function certificateContent(context: TemplateContext, data: Certificate): DocumentContent {
  const { textOf, instant } = context.wording;
  const { certificate_no: number, diagnosis, remarks } = data;
  const title = textOf(titles[data.kind]);
  const blocks: Block[] = [
    {
      kind: "fields",
      fields: [
        ...patientFields(context, data.patient, data.issued_at),
        { label: textOf("date"), value: instant(data.issued_at) },
        { label: textOf("number"), value: number },
      ],
    },
    { kind: "gap" },
    paragraph(textOf(sentences[data.kind])),
    { kind: "gap" },
    { kind: "fields", fields: aboutFields(context, data) },
    ...linesBlock(textOf("diagnosis"), [diagnosis ?? ""]),
    ...(data.kind === "referral" ? knownBlocks(context, data) : []),
    ...linesBlock(textOf("remarks"), (remarks ?? "").split("\n")),
    { kind: "gap" },
    doctorSignature(context, data.doctor, {
      kind: "code",
      symbol: { kind: "qr", content: number },
      caption: number,
    }),
  ];
  return documentOf(context, {
    title,
    running: `${title} ${number} · ${data.patient.name}`,
    blocks,
  });
}
