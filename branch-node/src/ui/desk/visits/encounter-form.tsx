import { useState, type FormEvent } from "react";
import { Button } from "#ui/kit/button.tsx";
import type { Draft } from "@edgeward/shared/clinical/drafts/drafts.contract.ts";
import type { Encounter } from "@edgeward/shared/clinical/encounters/encounters.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { DraftLine } from "#ui/desk/drafts/draft-line.tsx";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { readEncounter } from "#ui/desk/drafts/form-state.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useEncounter } from "#ui/desk/data/queries.ts";
import { ClosedEncounter } from "./closed-encounter.tsx";
import { EncounterFields } from "./encounter-fields.tsx";
import { useEncounterForm } from "./use-encounter-form.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { TakeBack } from "./take-back.tsx";
import { isOpenVisit, isWaitingVisit } from "./visit-state.ts";

interface OpenEncounterProps {
  readonly encounter: Encounter;
  readonly resumed: Draft | null;
  readonly onLeave: () => void;
  /** The visit is over: finished here, or taken back. */
  readonly onEnd: (completion: { readonly hasOpenFollowUp: boolean }) => void;
}

function EncounterActions(props: {
  readonly form: ReturnType<typeof useEncounterForm>;
  readonly onLeave: () => void;
}) {
  const say = useSay();
  const { save, submit } = props.form;
  return (
    <div className="form-actions">
      <Button
        look="primary"
        onPress={() => submit(true)}
        testName={testNames.completeEncounter}
        icon="good"
      >
        {say("encounter.complete")}
      </Button>
      <Button type="submit" testName={testNames.saveEncounter}>
        {say(save.isPending ? "register.saving" : "encounter.save")}
      </Button>
      <Button look="quiet" onPress={props.onLeave}>
        {say("encounter.leave")}
      </Button>
      {save.isSuccess ? <output>{say("encounter.saved")}</output> : null}
    </div>
  );
}

function OpenEncounter({ encounter, resumed, onLeave, onEnd }: OpenEncounterProps) {
  const say = useSay();
  const form = useEncounterForm(encounter, resumed, onEnd);
  return (
    <>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          form.submit(false);
        }}
        data-testid={testNames.encounter}
        aria-label={say("encounter.title")}
      >
        <DraftLine
          keeper={form.keeper}
          onTake={(formState) => {
            const kept = readEncounter(formState);
            if (kept !== null) form.setDraft(kept.fields);
          }}
        />
        <FaultNotice error={form.save.error} />
        {form.isOutdated && !form.save.isSuccess ? (
          <p className="notice notice-warning" role="alert">
            <Icon name="warning" />
            {say("draft.outdated")}
          </p>
        ) : null}
        <EncounterFields form={form} doctorId={encounter.doctor_id} />
        <EncounterActions form={form} onLeave={onLeave} />
      </form>
      {isWaitingVisit(encounter) ? (
        <TakeBack
          visit={encounter}
          onDone={() => {
            void form.keeper.end("discarded");
            onEnd({ hasOpenFollowUp: true });
          }}
        />
      ) : null}
    </>
  );
}

interface EncounterPanelProps {
  readonly encounterId: string;
  /** The form that was begun before and is continued; without one it is asked whether there is one. */
  readonly resumed: Draft | null;
  readonly onContinue: (draft: Draft) => void;
  readonly onLeave: () => void;
}

/** The visit as a form while it goes on, and to be read when it is over. */
function VisitContent(props: EncounterPanelProps & { readonly encounter: Encounter }) {
  const { encounter, encounterId, resumed, onContinue, onLeave } = props;
  const mayUpdate = useMay("encounters", "update");
  const [hasEnded, setEnded] = useState(false);
  // What has just been finished here has no form left to go on with.
  const left = hasEnded ? null : resumed;
  const closed = <ClosedEncounter encounter={encounter} resumed={left} onLeave={onLeave} />;
  if (!mayUpdate || hasEnded) return closed;
  return (
    <DraftOffer
      kind={draftKinds.encounter}
      entityId={encounterId}
      resumed={resumed}
      onContinue={onContinue}
    >
      {isOpenVisit(encounter) ? (
        <OpenEncounter
          key={encounter.id}
          encounter={encounter}
          resumed={resumed}
          onLeave={onLeave}
          onEnd={({ hasOpenFollowUp }) => {
            setEnded(true);
            if (!hasOpenFollowUp) onLeave();
          }}
        />
      ) : (
        closed
      )}
    </DraftOffer>
  );
}

/** One visit: what brought the patient, what was found, where the patient goes. */
export function EncounterPanel(props: EncounterPanelProps) {
  const say = useSay();
  const encounter = useEncounter(props.encounterId);
  return (
    <article className="card patient" aria-labelledby="patient-name">
      <h3 className="encounter-title">
        {say("encounter.title")}
        {encounter.data === undefined ? null : (
          <Badge tone={isOpenVisit(encounter.data) ? "visit" : "neutral"}>
            {say(`visit.${encounter.data.visit_status}`)}
          </Badge>
        )}
      </h3>
      <FaultNotice error={encounter.error} />
      {encounter.data === undefined ? null : <VisitContent {...props} encounter={encounter.data} />}
    </article>
  );
}
