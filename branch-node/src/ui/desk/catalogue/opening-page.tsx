import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead } from "#ui/kit/surfaces.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { OpeningForm } from "./opening-form.tsx";

function Body() {
  const say = useSay();
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const resumed = useResumed(draftKinds.opening, null);
  // Batch after batch of the same place: each form is another one.
  const [next, setNext] = useState({ turn: 0, place: "" });
  return (
    <DraftOffer
      kind={draftKinds.opening}
      entityId={null}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany
    >
      <OpeningForm
        key={`${resumed?.id ?? ""}/${next.turn}`}
        place={next.place}
        resumed={resumed}
        onSaved={({ batch_no: batch, location_id: place }) => {
          formLeft();
          notify({ text: say("catalogue.onRecord", { batch }), tone: "good" });
          setNext(({ turn }) => ({ turn: turn + 1, place }));
        }}
        onLeave={() => {
          formLeft();
          void go({ to: "/stores" });
        }}
      />
    </DraftOffer>
  );
}

/** What is there already is put on record, batch by batch. */
export function OpeningStockPage() {
  const say = useSay();
  const go = useNavigate();
  const mayPut = useMay("stock", "create");
  return (
    <section
      className="page ward"
      aria-label={say("catalogue.opening")}
      data-testid={testNames.openingPage}
    >
      <PageHead title={say("catalogue.opening")}>
        <Button onPress={() => void go({ to: "/stores" })} testName={testNames.toStores}>
          {say("stores.back")}
        </Button>
      </PageHead>
      {mayPut ? <Body /> : <p className="muted">{say("fault.forbidden")}</p>}
    </section>
  );
}
