import { Fragment, useState, type ReactNode } from "react";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { DraftQuestion } from "#ui/desk/drafts/draft-offer.tsx";
import type { DraftKind } from "#ui/desk/drafts/draft-wire.ts";
import { useBegunForm } from "#ui/desk/drafts/drafts-context.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useOpenVisit } from "#ui/desk/vitals/save-vitals.ts";
import { Button } from "#ui/kit/button.tsx";

interface Ordering {
  /** The visit that is under way; null where there is none. */
  readonly visit: Encounter | null;
  /** The form that was begun before and is continued. */
  readonly resumed: Draft | null;
  readonly leave: () => void;
}

interface OrderInChartProps {
  readonly kind: DraftKind;
  readonly patientId: string;
  /** What its button says. */
  readonly text: string;
  readonly testName: string;
  /** The form. */
  readonly children: (ordering: Ordering) => ReactNode;
}

/** The visit that an order belongs to: nobody has come yet for one that is only planned. */
export function useVisitUnderWay(patientId: string) {
  const { data, isLoading } = useOpenVisit(patientId);
  const visit = data === undefined || data?.visit_status === "planned" ? null : data;
  return { visit, isLoading };
}

interface BeginProps extends Omit<OrderInChartProps, "children"> {
  readonly takesFocus: boolean;
  readonly onBegin: () => void;
}

/** Where an order is begun: what the same person has begun before and not placed comes first. */
function Begin({ kind, patientId, text, testName, takesFocus, onBegin }: BeginProps) {
  const { resume } = useDesk();
  const begun = useBegunForm(kind, patientId);
  if (begun === undefined) return null;
  if (begun !== null)
    return <DraftQuestion draft={begun} takesFocus={takesFocus} onContinue={resume} />;
  return (
    <div className="form-actions">
      <Button
        look="primary"
        icon="add"
        onPress={onBegin}
        takesFocus={takesFocus}
        testName={testName}
      >
        {text}
      </Button>
    </div>
  );
}

/** How something is ordered in a patient's chart: the order that is being written, or where one is begun. */
export function OrderInChart({ children, ...props }: OrderInChartProps) {
  const { kind, patientId } = props;
  const { formLeft } = useDesk();
  const resumed = useResumed(kind, patientId);
  const { visit, isLoading } = useVisitUnderWay(patientId);
  const [isOrdering, setOrdering] = useState(false);
  const [hasLeft, setLeft] = useState(false);
  const leave = () => {
    setLeft(true);
    setOrdering(false);
    formLeft();
  };
  if (!isOrdering && (resumed === null || isLoading))
    return <Begin {...props} takesFocus={hasLeft} onBegin={() => setOrdering(true)} />;
  return <Fragment key={resumed?.id ?? ""}>{children({ visit, resumed, leave })}</Fragment>;
}
