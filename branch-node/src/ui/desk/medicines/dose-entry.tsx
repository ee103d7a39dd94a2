import { useState, type FormEvent } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { DueDose } from "@edgeward/shared/clinical/medication-administrations/medication-administrations.contract.ts";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { begunIn, useKeptReason, type BegunReason, type DoseQuestion } from "./dose-draft.ts";
import { useNoteDose, useTakeBack } from "./dose-queries.ts";
import { DoseRow } from "./dose-row.tsx";
import { doseKey, medicineName } from "./dose-texts.ts";

const shortestReason = 3;
const shortestErrorReason = 10;

const needed: Readonly<Record<DoseQuestion, TextId>> = {
  given: "dose.whyEarly",
  refused: "dose.whyRefused",
  held: "dose.whyHeld",
  mistake: "dose.whyMistake",
};

interface DoseEntryProps {
  readonly patientId: string;
  readonly dose: DueDose;
  /** What was begun before of this dose. */
  readonly begun: Draft | null;
  readonly onNoted: (text: string) => void;
}

/** What is done with a dose: noted at once, or after it was asked why. */
function useDoseSteps({ patientId, dose, begun, onNoted }: DoseEntryProps) {
  const say = useSay();
  const name = medicineName(dose);
  const before = begunIn(begun);
  const [asked, setAsked] = useState<DoseQuestion | null>(before?.question ?? null);
  const kept = useKeptReason(patientId, begun);
  const done = (status: string) => {
    const known = (["given", "refused", "held"] as const).find((one) => one === status);
    kept.end("submitted");
    setAsked(null);
    onNoted(say(known === undefined ? "dose.takenBack" : `dose.noted.${known}`, { name }));
  };
  const note = useNoteDose(patientId, dose, ({ status }) => done(status));
  const takeBack = useTakeBack(dose.administration?.id ?? "", ({ status }) => done(status));
  return {
    asked,
    ask: setAsked,
    initial: before?.reason ?? "",
    isBusy: note.isPending || takeBack.isPending,
    error: note.error ?? takeBack.error,
    give: () => note.mutate({ status: "given" }),
    keep: (question: DoseQuestion, reason: string) =>
      kept.keep({ dose: doseKey(dose), question, reason } satisfies BegunReason),
    send: (question: DoseQuestion, reason: string) => {
      if (question === "mistake") takeBack.mutate(reason);
      else note.mutate({ status: question, reason });
    },
    leave: () => {
      kept.end("discarded");
      setAsked(null);
      note.reset();
      takeBack.reset();
    },
  };
}

type Steps = ReturnType<typeof useDoseSteps>;

function WhyForm({ of, question }: { readonly of: Steps; readonly question: DoseQuestion }) {
  const say = useSay();
  const [reason, setReason] = useState(of.initial);
  const [isShort, setShort] = useState(false);
  const shortest = question === "mistake" ? shortestErrorReason : shortestReason;
  const faults = faultsAtFields(of.error, ["reason", "amend_reason"], say);
  const refused = faults.at("reason") ?? faults.at("amend_reason");
  function submit(event: FormEvent): void {
    event.preventDefault();
    const why = reason.trim();
    setShort(why.length < shortest);
    if (why.length >= shortest && !of.isBusy) of.send(question, why);
  }
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <LineField
        label={say(needed[question])}
        value={reason}
        onChange={(next) => {
          setReason(next);
          setShort(false);
          of.keep(question, next);
        }}
        fault={isShort ? say("dose.needsReason", { count: shortest }) : refused}
        isRequired
        takesFocus
        testName={testNames.doseReason}
      />
      <FaultNotice error={faults.rest} />
      <FormActions
        action={say(question === "given" ? "dose.give" : `dose.${question}`)}
        isDisabled={of.isBusy}
        testName={testNames.confirmDose}
        onLeave={of.leave}
      />
    </form>
  );
}

/** One dose of a list, with the question why where there is one. */
export function DoseEntry(props: DoseEntryProps) {
  const of = useDoseSteps(props);
  const { dose } = props;
  return (
    <li className="dose" data-testid={testNames.dose} data-state={dose.state}>
      <DoseRow
        dose={dose}
        isBusy={of.isBusy || of.asked !== null}
        onGive={of.give}
        onAsk={of.ask}
      />
      {of.asked === null ? <FaultNotice error={of.error} /> : null}
      {of.asked === null ? null : <WhyForm of={of} question={of.asked} />}
    </li>
  );
}
