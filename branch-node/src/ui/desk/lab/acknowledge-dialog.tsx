import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { ReadBackDialog, ReadBackForm } from "#ui/desk/critical/read-back-dialog.tsx";
import { useReadBack } from "#ui/desk/critical/use-read-back.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useSay } from "#ui/i18n/text.ts";
import { notify } from "#ui/kit/toast.tsx";
import { useNextVersion } from "./lab-queries.ts";
import { Observations } from "./observations.tsx";

interface AcknowledgeDialogProps {
  readonly result: LabResult;
  readonly onClose: () => void;
}

function Body({
  result,
  resumed,
  onClose,
}: AcknowledgeDialogProps & { readonly resumed: Draft | null }) {
  const say = useSay();
  const form = useReadBack({
    kind: draftKinds.labCritical,
    entityId: result.test_id,
    about: { patient_id: result.patient_id, order_id: result.order_id },
    // What was told is one version's: a corrected one has to be told again.
    seen: result.id,
    resumed,
  });
  const finished = () => {
    const name = result.observations[0]?.name ?? "";
    notify({ text: say("lab.acknowledgedNow", { name }), tone: "good" });
    onClose();
  };
  const next = useNextVersion(result.id, finished, form.kept);
  return <ReadBackForm form={form} sending={next} onLeave={onClose} />;
}

/** Notes who was told of a critical value and has read it back. */
export function AcknowledgeDialog({ result, onClose }: AcknowledgeDialogProps) {
  return (
    <ReadBackDialog
      kind={draftKinds.labCritical}
      entityId={result.test_id}
      patientId={result.patient_id}
      what={<Observations of={result.observations} />}
      onClose={onClose}
    >
      {(resumed) => (
        <Body key={resumed?.id ?? ""} result={result} resumed={resumed} onClose={onClose} />
      )}
    </ReadBackDialog>
  );
}
