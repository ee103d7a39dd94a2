import { useState } from "react";
import type { Bed, BedOccupant } from "@edgeward/shared/clinical/beds/beds.contract.ts";
import { useBranchClock } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Badge, Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { AdmitDialog } from "./admit-dialog.tsx";
import { bedLooks, type WardOfBoard } from "./bed-board.ts";
import { EmptyBed } from "./empty-bed.tsx";
import { StayPanel } from "./stay-panel.tsx";
import { PrintSummary } from "./stay-summary.tsx";
import { useWardName } from "./use-ward-name.ts";

interface BedDrawerProps {
  readonly bed: Bed;
  readonly board: readonly WardOfBoard[];
  readonly nameOf: (staffId: string) => string;
  readonly onClose: () => void;
}

function BedState({ bed }: { readonly bed: Bed }) {
  const say = useSay();
  const clock = useBranchClock();
  const { text, tone, icon } = bedLooks[bed.status];
  const { status_since: since, status_reason: reason, occupants } = bed;
  const isOwn = occupants.length === 0 && since !== null;
  return (
    <p className="bed-state">
      <Badge tone={tone} icon={icon} testName={testNames.bedState}>
        {say(text)}
      </Badge>
      <span>{say(`bedClass.${bed.bed_class}`)}</span>
      {isOwn ? (
        <span className="muted">{say("bed.since", { when: clock.dayTime(since) })}</span>
      ) : null}
      {reason === null ? null : <bdi>{reason}</bdi>}
    </p>
  );
}

/** Who has just left this bed, with the summary of the stay to take along. */
function Discharged({ who }: { readonly who: BedOccupant }) {
  const say = useSay();
  return (
    <section className="stay" aria-label={who.patient_name} data-testid={testNames.discharged}>
      <Banner tone="good">{say("discharge.gone", { name: who.patient_name })}</Banner>
      <div className="form-actions">
        <PrintSummary stayId={who.admission_id} takesFocus />
      </div>
    </section>
  );
}

/** One bed: who lies in it and what is done next, or what is done with it while it is empty. */
export function BedDrawer({ bed, board, nameOf, onClose }: BedDrawerProps) {
  const say = useSay();
  const wardName = useWardName();
  const [isAdmitting, setAdmitting] = useState(false);
  const [gone, setGone] = useState<BedOccupant | null>(null);
  const ward = board.find((each) => each.ward.id === bed.ward_id)?.ward;
  // Until the board has heard of it, who was just discharged still lies there.
  const staying = bed.occupants.filter((each) => each.admission_id !== gone?.admission_id);
  if (isAdmitting) return <AdmitDialog board={board} bedId={bed.id} onClose={onClose} />;
  return (
    <Dialog
      title={say("bed.title", { bed: bed.code, ward: ward === undefined ? "" : wardName(ward) })}
      closeLabel={say("action.close")}
      shape="drawer"
      onClose={onClose}
      testName={testNames.bedDrawer}
    >
      <BedState bed={bed} />
      {bed.occupants.length > 1 ? <Banner tone="warning">{say("bed.twice")}</Banner> : null}
      {gone === null ? null : <Discharged who={gone} />}
      {staying.map((occupant) => (
        <StayPanel
          key={occupant.admission_id}
          occupant={occupant}
          board={board}
          nameOf={nameOf}
          onLeft={onClose}
          onDischarged={() => setGone(occupant)}
        />
      ))}
      {staying.length > 0 ? null : <EmptyBed bed={bed} onAdmit={() => setAdmitting(true)} />}
    </Dialog>
  );
}
