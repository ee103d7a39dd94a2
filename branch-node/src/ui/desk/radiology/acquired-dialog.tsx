import { useState, type FormEvent } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import { isIonising } from "@edgeward/shared/clinical/radiology-studies/radiology-safety.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { acquiredBody, emptyAcquired, wrongNumbers, type AcquiredDraft } from "./acquired-form.ts";
import { studyName } from "./radiology-list.ts";
import { useStudyStep } from "./radiology-queries.ts";
import { StudyDialog } from "./study-dialog.tsx";

interface AcquiredDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

type Line = readonly (readonly [keyof AcquiredDraft, TextId])[];

const counts: Line = [
  ["series", "radiology.series"],
  ["images", "radiology.images"],
];
const doses: Line = [
  ["dlp", "radiology.dlp"],
  ["ctdi", "radiology.ctdi"],
  ["dap", "radiology.dap"],
];

/** Notes that the images are taken, with what the machine says of them. */
export function AcquiredDialog({ study, onClose }: AcquiredDialogProps) {
  const say = useSay();
  const [draft, setDraft] = useState(emptyAcquired);
  const [wrong, setWrong] = useState<readonly (keyof AcquiredDraft)[]>([]);
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    notify({ text: say("radiology.acquiredNow", { name }), tone: "good" });
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = wrongNumbers(draft);
    setWrong(found);
    if (found.length === 0 && !step.isPending) step.mutate(acquiredBody(draft));
  };
  const write = (name: keyof AcquiredDraft, value: string) => {
    setDraft((before) => ({ ...before, [name]: value }));
    setWrong([]);
  };
  const lines = [counts, ...(isIonising(study.modality) ? [doses] : [])];
  return (
    <StudyDialog
      title={say("radiology.acquiredOf", { name: study.accession_no })}
      patientId={study.patient_id}
      what={studyName(study, say)}
      action={say("radiology.doAcquired")}
      error={step.error}
      onSubmit={submit}
      onClose={onClose}
    >
      {lines.map((line) => (
        <div key={line[0]?.[0]} className="fields-row">
          {line.map(([name, text]) => (
            <LineField
              key={name}
              label={say(text)}
              value={draft[name]}
              inputMode="numeric"
              onChange={(value) => write(name, value)}
              fault={wrong.includes(name) ? say("radiology.notANumber") : undefined}
              testName={`${testNames.acquiredField}-${name}`}
            />
          ))}
        </div>
      ))}
    </StudyDialog>
  );
}
