import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { adviceFor, operationWords } from "./conflict-words.ts";
import { useBranchClock } from "./moments.ts";
import { useAsideOperations } from "./queries.ts";

/** What was saved here and the hub has not taken: what it was, why, and what to do about it. */
export function AsideList() {
  const say = useSay();
  const clock = useBranchClock();
  const { data: operations } = useAsideOperations();
  if (operations === undefined || operations.length === 0) return null;
  return (
    <section aria-label={say("aside.title")}>
      <h3>{say("aside.title")}</h3>
      <ul className="print-jobs">
        {operations.map((operation) => (
          <li key={operation.op_id} className="print-job" data-testid={testNames.asideOperation}>
            <strong>{operationWords(operation.type, say)}</strong>
            <span>
              {clock.day(operation.at)} {clock.time(operation.at)}
            </span>
            <p>{say(adviceFor(operation))}</p>
            {operation.message === null ? null : <p className="advice">{operation.message}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
