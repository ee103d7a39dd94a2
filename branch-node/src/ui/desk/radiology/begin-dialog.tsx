import { useState, type FormEvent } from "react";
import type { RadiologyStudy } from "@edgeward/shared/clinical/radiology-studies/radiology-studies.contract.ts";
import {
  renalFunctions,
  type PregnancyStatus,
  type RenalFunction,
} from "@edgeward/shared/clinical/radiology-studies/radiology-study-parts.contract.ts";
import {
  asksPregnancy,
  isObstetric,
} from "@edgeward/shared/clinical/radiology-studies/radiology-safety.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { PregnancyField } from "./pregnancy-field.tsx";
import { studyName } from "./radiology-list.ts";
import { useStudyStep } from "./radiology-queries.ts";
import { StudyDialog } from "./study-dialog.tsx";

interface BeginDialogProps {
  readonly study: RadiologyStudy;
  readonly onClose: () => void;
}

/** What is asked before somebody is taken to the machine, as it is answered. */
interface Answers {
  readonly pregnancy: PregnancyStatus | "";
  readonly isAllergyAsked: boolean;
  readonly renal: RenalFunction | "";
  readonly hasFormF: boolean;
}

const shown = ["pregnancy_status", "contrast_allergy_checked", "renal_function", "pndt_form_f"];

function bodyOf({ pregnancy, isAllergyAsked, renal, hasFormF }: Answers) {
  return {
    status: "in_progress",
    ...(pregnancy === "" ? {} : { pregnancy_status: pregnancy }),
    ...(isAllergyAsked ? { contrast_allergy_checked: true } : {}),
    ...(renal === "" ? {} : { renal_function: renal }),
    ...(hasFormF ? { pndt_form_f: true } : {}),
  } as const;
}

function useBeginForm({ study, onClose }: BeginDialogProps) {
  const say = useSay();
  const today = useToday();
  const { data: patient } = usePatient(study.patient_id);
  const [answers, setAnswers] = useState<Answers>({
    pregnancy: study.pregnancy_status ?? "",
    isAllergyAsked: study.contrast_allergy_checked,
    renal: study.renal_function ?? "",
    hasFormF: study.pndt_form_f,
  });
  const step = useStudyStep(study.id, ({ accession_no: name }) => {
    notify({ text: say("radiology.begunNow", { name }), tone: "good" });
    onClose();
  });
  const faults = faultsAtFields(step.error, shown, say);
  const isRefused = (path: string) => faults.at(path) !== undefined;
  return {
    answers,
    rest: faults.rest,
    isPregnancyAsked:
      study.pregnancy_status !== null ||
      (patient !== undefined && asksPregnancy(study.modality, patient, today)),
    /** What a field lacks, said as somebody at the machine has to hear it. */
    faults: {
      pregnancy: isRefused("pregnancy_status") ? say("radiology.needsPregnancy") : undefined,
      allergy: isRefused("contrast_allergy_checked") ? say("radiology.needsTick") : undefined,
      renal: isRefused("renal_function") ? say("radiology.needsRenal") : undefined,
      formF: isRefused("pndt_form_f") ? say("radiology.needsTick") : undefined,
    },
    change: (patch: Partial<Answers>) => {
      setAnswers((before) => ({ ...before, ...patch }));
      step.reset();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (!step.isPending) step.mutate(bodyOf(answers));
    },
  };
}

type BeginForm = ReturnType<typeof useBeginForm>;

function Fault({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p className="field-fault" role="alert">
      {text}
    </p>
  );
}

function ContrastFields({ form }: { readonly form: BeginForm }) {
  const say = useSay();
  const { answers, change, faults } = form;
  return (
    <>
      <Checkbox
        isOn={answers.isAllergyAsked}
        onChange={(isAllergyAsked) => change({ isAllergyAsked })}
        testName={testNames.allergyAsked}
      >
        {say("radiology.allergyAsked")}
      </Checkbox>
      <Fault text={faults.allergy} />
      <ChoiceField
        label={say("radiology.renal")}
        value={answers.renal}
        onChange={(value) => change({ renal: renalFunctions.find((one) => one === value) ?? "" })}
        empty={say("stay.unsaid")}
        options={renalFunctions.map((value) => ({ value, text: say(`renal.${value}`) }))}
        fault={faults.renal}
        testName={testNames.renalFunction}
      />
    </>
  );
}

function FormF({ form }: { readonly form: BeginForm }) {
  const say = useSay();
  return (
    <>
      <Checkbox
        isOn={form.answers.hasFormF}
        onChange={(hasFormF) => form.change({ hasFormF })}
        testName={testNames.formF}
      >
        {say("radiology.formF")}
      </Checkbox>
      <Fault text={form.faults.formF} />
    </>
  );
}

/** Asks what has to be asked before somebody is taken to the machine. */
export function BeginDialog(props: BeginDialogProps) {
  const { study, onClose } = props;
  const say = useSay();
  const form = useBeginForm(props);
  const { answers, change, faults } = form;
  return (
    <StudyDialog
      title={say("radiology.beginOf", { name: study.accession_no })}
      patientId={study.patient_id}
      what={studyName(study, say)}
      action={say("radiology.begin")}
      error={form.rest}
      onSubmit={form.submit}
      onClose={onClose}
    >
      {form.isPregnancyAsked ? (
        <PregnancyField
          value={answers.pregnancy}
          onChange={(pregnancy) => change({ pregnancy })}
          fault={faults.pregnancy}
        />
      ) : null}
      {study.contrast ? <ContrastFields form={form} /> : null}
      {isObstetric(study) ? <FormF form={form} /> : null}
    </StudyDialog>
  );
}
