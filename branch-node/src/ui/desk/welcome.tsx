import { useSay, type TextId } from "#ui/i18n/text.ts";
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

/** The middle of the desk before a patient is chosen: the day in four numbers, and the keys. */
export function Welcome() {
  const say = useSay();
  const day = useAppointmentsOn(useToday());
  const queue = queueOf(day.data ?? [], null);
  return (
    <section className="card welcome" aria-labelledby="welcome-title">
      <h2 id="welcome-title">{say("welcome.title")}</h2>
      <p className="muted">{say("welcome.lead")}</p>
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
