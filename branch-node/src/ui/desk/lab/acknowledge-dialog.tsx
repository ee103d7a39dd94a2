import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { ReadBackDialog } from "#ui/desk/critical/read-back-dialog.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useNextVersion } from "./lab-queries.ts";
import { Observations } from "./observations.tsx";

interface AcknowledgeDialogProps {
  readonly result: LabResult;
  readonly onClose: () => void;
}

/** Notes who was told of a critical value and has read it back. */
export function AcknowledgeDialog({ result, onClose }: AcknowledgeDialogProps) {
  const say = useSay();
  const next = useNextVersion(result.id, () => {
    const name = result.observations[0]?.name ?? "";
    notify({ text: say("lab.acknowledgedNow", { name }), tone: "good" });
    onClose();
  });
  return (
    <ReadBackDialog sending={next} onClose={onClose}>
      <Observations of={result.observations} />
    </ReadBackDialog>
  );
}
