import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { KeptFormActions } from "#ui/desk/drafts/kept-form-actions.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { AboutPatient } from "#ui/desk/patients/about-patient.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Checkbox } from "#ui/kit/choices.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Banner, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAllResults, type ResultRow } from "./use-all-results.ts";
import { useUsual } from "./use-result-form.ts";
import { ValueField } from "./value-field.tsx";

interface RowProps {
  readonly order: LabOrder;
  readonly row: ResultRow;
  readonly takesFocus: boolean;
}

function Row({ order, row, takesFocus }: RowProps) {
  const say = useSay();
  const { test, known, type, draft, fault, change } = row;
  const { usual } = useUsual({ order, test });
  if (!row.isKnown) return <Skeleton label={say("action.loading")} />;
  return (
    <>
      <ValueField
        test={known}
        type={type}
        draft={draft}
        onChange={change}
        hint={usual}
        fault={fault}
        name={test.name}
        takesFocus={takesFocus}
        // What is left empty is entered another time.
        isRequired={false}
      />
      {row.isImplausible ? (
        <Checkbox
          isOn={draft.isConfirmed}
          onChange={(isConfirmed) => change({ isConfirmed })}
          testName={testNames.confirmValue}
        >
          {say("lab.confirm")}
        </Checkbox>
      ) : null}
      <FaultNotice error={row.rest} />
    </>
  );
}

interface AllResultsDialogProps {
  readonly order: LabOrder;
  readonly onClose: () => void;
}

function AllResultsBody({
  order,
  resumed,
  onClose,
}: AllResultsDialogProps & { readonly resumed: Draft | null }) {
  const say = useSay();
  const { rows, isEmpty, submit, keeper, take, isOutdated } = useAllResults(
    order,
    resumed,
    onClose,
  );
  return (
    <form className="dialog-form" onSubmit={submit} noValidate>
      <DraftLine keeper={keeper} onTake={take} />
      <AboutPatient patientId={order.patient_id} />
      {isOutdated ? <Banner tone="warning">{say("draft.outdatedRecord")}</Banner> : null}
      {rows.map((row, place) => (
        <Row key={row.test.id} order={order} row={row} takesFocus={place === 0} />
      ))}
      {isEmpty ? (
        <p className="field-fault" role="alert">
          {say("lab.needsOneValue")}
        </p>
      ) : null}
      <KeptFormActions
        action={say("lab.saveResults")}
        testName={testNames.saveResults}
        keeper={keeper}
        onLeave={onClose}
      />
    </form>
  );
}

/** Enters the results of the tests of an order in one form, such as those of a blood count. */
export function AllResultsDialog(props: AllResultsDialogProps) {
  const { order, onClose } = props;
  const say = useSay();
  const { resume } = useDesk();
  const resumed = useResumed(draftKinds.labResults, order.id);
  return (
    <Dialog
      title={say("lab.allOf", { name: order.order_no })}
      closeLabel={say("action.close")}
      shape="wide"
      onClose={onClose}
      testName={testNames.enterAllDialog}
    >
      <DraftOffer
        kind={draftKinds.labResults}
        entityId={order.id}
        resumed={resumed}
        onContinue={resume}
      >
        <AllResultsBody key={resumed?.id ?? ""} {...props} resumed={resumed} />
      </DraftOffer>
    </Dialog>
  );
}
