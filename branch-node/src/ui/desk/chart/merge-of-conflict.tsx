import { useState } from "react";
import type { Conflict } from "@edgeward/shared/clinical/conflicts/conflicts.contract.ts";
import { useConflict } from "#ui/desk/data/queries.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { testNames } from "#ui/test-names.ts";
import { MergeDialog } from "./merge-dialog.tsx";

interface MergeOfConflictProps {
  readonly conflict: Conflict;
  readonly onMerged: () => void;
}

function OfPair({ conflict, onMerged }: MergeOfConflictProps) {
  const say = useSay();
  const { data } = useConflict(conflict.id);
  const [isMerging, setMerging] = useState(false);
  const otherId = data?.other_entity_id ?? null;
  if (otherId === null) return null;
  return (
    <>
      <div className="form-actions">
        <Button
          look={conflict.kind === "alike" ? "primary" : "plain"}
          icon="patients"
          onPress={() => setMerging(true)}
          testName={testNames.mergeConflict}
        >
          {say("merge.compareBoth")}
        </Button>
      </div>
      {isMerging ? (
        <MergeDialog
          patientId={conflict.entity_id}
          otherId={otherId}
          onMerged={() => {
            setMerging(false);
            onMerged();
          }}
          onClose={() => setMerging(false)}
        />
      ) : null}
    </>
  );
}

/** Two records of a conflict that are one person are merged from where the conflict is read, by those who may. */
export function MergeOfConflict(props: MergeOfConflictProps) {
  const { kind, entity } = props.conflict;
  const mayMerge = useMay("patients", "approve");
  const isPair = entity === "patients" && (kind === "alike" || kind === "duplicate");
  return mayMerge && isPair ? <OfPair {...props} /> : null;
}
