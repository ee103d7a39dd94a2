import { useState, type FormEvent } from "react";
import { faultsAtFields } from "#ui/desk/data/field-faults.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useAskedStep, type AskedOfPayer } from "#ui/desk/payers/asked.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";

interface TextFormProps {
  readonly claim: AskedOfPayer;
  /** The question that is answered; null where the payer asks one. */
  readonly queryId: string | null;
}

/** What the payer asks, or what it is answered. */
function TextForm({ claim, queryId }: TextFormProps) {
  const say = useSay();
  const [text, setText] = useState("");
  const [isChecked, setChecked] = useState(false);
  const step = useAskedStep(claim, () => {
    setText("");
    setChecked(false);
  });
  const path = queryId === null ? "query.text" : "answer.answer";
  const faults = faultsAtFields(step.error, [path], say);
  const isNone = text.trim() === "";

  function submit(event: FormEvent): void {
    event.preventDefault();
    setChecked(true);
    if (isNone || step.isPending) return;
    step.mutate(
      queryId === null
        ? { query: { text: text.trim() } }
        : { answer: { query_id: queryId, answer: text.trim() } },
    );
  }

  const isAnswer = queryId !== null;
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <LineField
        label={say(isAnswer ? "claims.answer" : "claims.question")}
        value={text}
        onChange={setText}
        rows={2}
        fault={isChecked && isNone ? say("claims.textNeeded") : faults.at(path)}
        testName={isAnswer ? testNames.claimAnswer : testNames.claimQuestion}
      />
      <FaultNotice error={faults.rest} />
      <div className="form-actions">
        <Button
          type="submit"
          look={isAnswer ? "primary" : "plain"}
          testName={isAnswer ? testNames.sendAnswer : testNames.noteQuestion}
        >
          {say(isAnswer ? "claims.sendAnswer" : "claims.noteQuestion")}
        </Button>
      </div>
    </form>
  );
}

const asked: ReadonlySet<string> = new Set(["under_review", "queried"]);

/** What the payer has asked about a claim, and was answered. */
export function ClaimQuestions({
  claim,
  mayWrite,
}: {
  readonly claim: AskedOfPayer;
  readonly mayWrite: boolean;
}) {
  const say = useSay();
  const clock = useBranchClock();
  const mayAsk = mayWrite && asked.has(claim.status);
  if (claim.queries.length === 0 && !mayAsk) return null;
  return (
    <Card title={say("claims.questions")}>
      {claim.queries.map((one) => (
        <div key={one.id} data-testid={testNames.claimQuery}>
          <p>
            <strong>
              <bdi>{one.text}</bdi>
            </strong>{" "}
            <time className="muted" dateTime={one.raised_at}>
              {clock.date(one.raised_at)} {clock.time(one.raised_at)}
            </time>
          </p>
          {one.answer === null ? null : (
            <p>
              <bdi>{one.answer}</bdi>
            </p>
          )}
          {one.answer === null && mayWrite ? <TextForm claim={claim} queryId={one.id} /> : null}
        </div>
      ))}
      {mayAsk ? <TextForm claim={claim} queryId={null} /> : null}
    </Card>
  );
}
