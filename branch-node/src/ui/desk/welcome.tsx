import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useToday } from "./moments.ts";
import { useAppointmentsOn } from "./queries.ts";
import { queueOf, queueParts } from "./queue.ts";

const keys: readonly (readonly [string, TextId])[] = [
  ["Ctrl K", "keys.search"],
  ["Enter", "keys.choose"],
  ["F2", "keys.register"],
  ["Ctrl Enter", "keys.token"],
  ["Esc", "keys.clear"],
];

interface WelcomeProps {
  readonly onContinue: (draft: Draft) => void;
}

/** The middle of the desk before a patient is chosen: what was begun and not finished, the day in four numbers, the keys. */
export function Welcome({ onContinue }: WelcomeProps) {
  const say = useSay();
  const day = useAppointmentsOn(useToday());
  const queue = queueOf(day.data ?? [], null);
  return (
    <section className="card welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">{say("welcome.title")}</h2>
      <p className="muted">{say("welcome.lead")}</p>
      <UnfinishedForms onContinue={onContinue} />
      <dl className="numbers">
        {queueParts.map((part) => (
          <div key={part} className={`number number-${part}`}>
            <dt>{say(`queue.${part}`)}</dt>
            <dd>{day.isSuccess ? queue[part].length : "–"}</dd>
          </div>
        ))}
      </dl>
      <h3>{say("keys.title")}</h3>
      <dl className="keys">
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
