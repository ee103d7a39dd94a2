import { useEffect, useRef, useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { ConflictChooser } from "./conflict-chooser.tsx";
import { useTexts } from "./conflict-sides.tsx";
import { PatientLink } from "./patient-link.tsx";
import { conflictTitle, fieldLabel, valueText } from "./conflict-values.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Card } from "#ui/kit/surfaces.tsx";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useConflict, useOpenConflicts } from "#ui/desk/data/queries.ts";

interface EntryProps {
  readonly conflict: Conflict;
  readonly nodeId: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onResolved: (conflictId: string) => void;
}

/** One whose values the list left out: they are asked for when somebody opens it, who is then asked why. */
function Unmasked({
  conflictId,
  ...props
}: Omit<EntryProps, "conflict" | "isOpen" | "onOpen"> & {
  readonly conflictId: string;
}) {
  const { data } = useConflict(conflictId);
  return data === undefined ? null : <ConflictChooser conflict={data} {...props} />;
}

function Entry({ conflict, nodeId, isOpen, onOpen, onResolved }: EntryProps) {
  const say = useSay();
  const clock = useBranchClock();
  return (
    <li className="print-job" data-testid={testNames.conflict}>
      <strong>{conflictTitle(conflict, say)}</strong>
      {conflict.patient_id === null ? null : <PatientLink id={conflict.patient_id} />}
      <span>
        {clock.day(conflict.created_at)} {clock.time(conflict.created_at)}
      </span>
      {isOpen && !conflict.is_masked ? (
        <ConflictChooser conflict={conflict} nodeId={nodeId} onResolved={onResolved} />
      ) : null}
      {isOpen && conflict.is_masked ? (
        <Unmasked conflictId={conflict.id} nodeId={nodeId} onResolved={onResolved} />
      ) : null}
      {isOpen ? null : (
        <Button onPress={onOpen} isExpanded={false}>
          {say("conflict.open")}
        </Button>
      )}
    </li>
  );
}

/** Somebody else was quicker: what they decided and why, so that nobody wonders where it went. */
function Overtaken({ conflictId }: { readonly conflictId: string }) {
  const texts = useTexts();
  const { say, moment } = texts;
  const { data } = useConflict(conflictId);
  if (data === undefined || data.status === "open") return null;
  const hasValue = data.kind === "field" || data.kind === "state";
  const value = valueText(data.field, data.current_value, texts);
  return (
    <div className="notice notice-info" role="alert" data-testid={testNames.overtaken}>
      <Icon name="good" />
      <span>
        {say("conflict.overtaken", { when: moment(data.updated_at), note: data.note ?? "" })}{" "}
        {hasValue ? say("conflict.effectNow", { field: fieldLabel(data.field, say), value }) : null}
      </span>
    </div>
  );
}

/** Which conflict is open, and which one somebody else has resolved while it was. */
function useInbox(conflicts: readonly Conflict[] | undefined) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [overtakenId, setOvertakenId] = useState<string | null>(null);
  const resolvedHere = useRef(new Set<string>());
  const wasOpen = useRef<string | null>(null);
  const isThere = (id: string | null) => conflicts?.some((one) => one.id === id) === true;
  const openId = isThere(chosenId)
    ? chosenId
    : (conflicts?.find((one) => !one.is_masked)?.id ?? null);
  useEffect(() => {
    const before = wasOpen.current;
    wasOpen.current = openId;
    if (conflicts === undefined || before === null || before === openId) return;
    const isGone = conflicts.every(({ id }) => id !== before);
    if (isGone && !resolvedHere.current.has(before)) setOvertakenId(before);
  }, [conflicts, openId]);
  return {
    openId,
    overtakenId,
    open: setChosenId,
    resolved: (id: string) => {
      resolvedHere.current.add(id);
      setChosenId(null);
      setOvertakenId(null);
    },
  };
}

/** The conflicts that wait for a person. One is open at a time; when it is resolved, the next one opens by itself. */
export function ConflictsList({ nodeId }: { readonly nodeId: string }) {
  const say = useSay();
  const { data: conflicts } = useOpenConflicts();
  const inbox = useInbox(conflicts);
  const isEmpty = conflicts === undefined || conflicts.length === 0;
  if (isEmpty && inbox.overtakenId === null) return null;
  return (
    <Card title={say("conflict.title")} testName={testNames.conflictsPanel}>
      {inbox.overtakenId === null ? null : <Overtaken conflictId={inbox.overtakenId} />}
      <ul className="print-jobs" data-testid={testNames.conflicts}>
        {conflicts?.map((conflict) => (
          <Entry
            key={conflict.id}
            conflict={conflict}
            nodeId={nodeId}
            isOpen={conflict.id === inbox.openId}
            onOpen={() => inbox.open(conflict.id)}
            onResolved={inbox.resolved}
          />
        ))}
      </ul>
    </Card>
  );
}
