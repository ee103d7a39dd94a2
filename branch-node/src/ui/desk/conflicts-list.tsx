import { useState } from "react";
import { Button } from "react-aria-components/Button";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ConflictChooser } from "./conflict-chooser.tsx";
import { fieldWords } from "./conflict-words.ts";
import { useBranchClock } from "./moments.ts";
import { useOpenConflicts, usePatient } from "./queries.ts";

function PatientName({ id }: { readonly id: string }) {
  const { data } = usePatient(id);
  return data === undefined ? null : (
    <span>
      {data.name} · {data.uhid}
    </span>
  );
}

interface EntryProps {
  readonly conflict: Conflict;
  readonly nodeId: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onSettled: () => void;
}

function Entry({ conflict, nodeId, isOpen, onOpen, onSettled }: EntryProps) {
  const say = useSay();
  const clock = useBranchClock();
  return (
    <li className="print-job" data-testid={testNames.conflict}>
      <strong>{fieldWords(conflict.field, say)}</strong>
      {conflict.patient_id === null ? null : <PatientName id={conflict.patient_id} />}
      <span>
        {clock.day(conflict.created_at)} {clock.time(conflict.created_at)}
      </span>
      {isOpen ? (
        <ConflictChooser conflict={conflict} nodeId={nodeId} onSettled={onSettled} />
      ) : (
        <Button className="button" onPress={onOpen} aria-expanded={false}>
          {say("conflict.open")}
        </Button>
      )}
    </li>
  );
}

/** The conflicts that wait for a person. One is open at a time; when it is settled, the next one opens by itself. */
export function ConflictsList({ nodeId }: { readonly nodeId: string }) {
  const say = useSay();
  const { data: conflicts } = useOpenConflicts();
  const [chosenId, setChosenId] = useState<string | null>(null);
  if (conflicts === undefined || conflicts.length === 0) return null;
  const openId = conflicts.some(({ id }) => id === chosenId) ? chosenId : conflicts[0]?.id;
  return (
    <section aria-label={say("conflict.title")}>
      <h3>{say("conflict.title")}</h3>
      <ul className="print-jobs" data-testid={testNames.conflicts}>
        {conflicts.map((conflict) => (
          <Entry
            key={conflict.id}
            conflict={conflict}
            nodeId={nodeId}
            isOpen={conflict.id === openId}
            onOpen={() => setChosenId(conflict.id)}
            onSettled={() => setChosenId(null)}
          />
        ))}
      </ul>
    </section>
  );
}
