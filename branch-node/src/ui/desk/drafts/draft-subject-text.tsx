import { usePatient } from "#ui/desk/data/queries.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import type { DraftSubject } from "./draft-subject.ts";

type OfPatient = Exclude<
  DraftSubject,
  | { readonly kind: "registration" | "cashCount" | "order" | "receipt" | "unknown" }
  | { readonly kind: "item" | "supplier" | "opening" | "stockCount" }
> & {
  readonly patientId: string;
};

function textOf(subject: OfPatient): TextId {
  return subject.kind === "chart" ? `drafts.${subject.form}` : `drafts.${subject.kind}`;
}

function PatientText({ subject }: { readonly subject: OfPatient }) {
  const say = useSay();
  const { data } = usePatient(subject.patientId);
  const name = data === undefined ? "…" : `${data.name} · ${data.uhid}`;
  return <>{say(textOf(subject), { name })}</>;
}

/** What a form is of, and of whom. */
export function SubjectText({ subject }: { readonly subject: DraftSubject }) {
  const say = useSay();
  switch (subject.kind) {
    case "registration":
      return (
        <>
          {subject.name === ""
            ? say("drafts.registrationUnnamed")
            : say("drafts.registration", { name: subject.name })}
        </>
      );
    case "admission":
    case "study":
    case "triage":
    case "claim":
    case "preauth":
    case "dispense":
      return subject.patientId === null ? (
        say(`drafts.${subject.kind}Unnamed`)
      ) : (
        <PatientText subject={{ ...subject, patientId: subject.patientId }} />
      );
    case "encounter":
    case "consent":
    case "chart":
    case "move":
    case "discharge":
    case "labResults":
    case "labCritical":
    case "studyReport":
    case "finding":
    case "retriage":
    case "vitals":
      return <PatientText subject={subject} />;
    case "cashCount":
    case "order":
    case "receipt":
    case "item":
    case "supplier":
    case "opening":
    case "stockCount":
      return <>{say(`drafts.${subject.kind}`)}</>;
    case "unknown":
      return <>{say("drafts.unknown")}</>;
  }
}
