import type { WaitlistEntry } from "@edgeward/shared/clinical/waitlist/waitlist.contract.ts";
import { usePatient } from "#ui/desk/data/queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";

function WaitingLine({
  entry,
  onChoose,
}: {
  readonly entry: WaitlistEntry;
  readonly onChoose: () => void;
}) {
  const say = useSay();
  const name = usePatient(entry.patient_id).data?.name ?? "…";
  return (
    <li className="affected-line">
      <span className="plan-what">
        <span className="plan-name">{name}</span>
        {entry.note === null ? null : <span className="plan-facts">{entry.note}</span>}
      </span>
      <Button isSmall about={name} onPress={onChoose} testName={testNames.chooseWaiting}>
        {say("waitlist.choose")}
      </Button>
    </li>
  );
}

const mostShown = 5;

/** Who waits for a time that is free now, the first of them; each is chosen by one press. */
export function WaitingChoice({
  entries,
  onChoose,
}: {
  readonly entries: readonly WaitlistEntry[];
  readonly onChoose: (entry: WaitlistEntry) => void;
}) {
  const say = useSay();
  if (entries.length === 0) return null;
  const title = say("waitlist.forThisTime", { count: entries.length });
  return (
    <section className="affected" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {entries.slice(0, mostShown).map((entry) => (
          <WaitingLine key={entry.id} entry={entry} onChoose={() => onChoose(entry)} />
        ))}
      </ul>
    </section>
  );
}
