import { useNavigate, useSearch } from "@tanstack/react-router";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { emptyPreauth, goingOn, type PreauthDraft } from "./preauth-draft.ts";
import { PreauthFormBody } from "./preauth-form.tsx";
import { usePreauth } from "./preauth-queries.ts";

function NewPreauth({ begun }: { readonly begun: PreauthDraft }) {
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const resumed = useResumed(draftKinds.preauth, null);
  return (
    <DraftOffer
      kind={draftKinds.preauth}
      entityId={null}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany
    >
      <PreauthFormBody
        key={resumed?.id ?? ""}
        begun={begun}
        resumed={resumed}
        onSaved={({ id }) => {
          formLeft();
          void go({ to: "/claims/preauth/$preauth", params: { preauth: id } });
        }}
        onLeave={() => {
          formLeft();
          void go({ to: "/claims", search: { part: "preauth" } });
        }}
      />
    </DraftOffer>
  );
}

/** Goes on from what was authorised. */
function GoingOn({ parentId }: { readonly parentId: string }) {
  const say = useSay();
  const { data: parent, error } = usePreauth(parentId);
  if (parent !== undefined) return <NewPreauth begun={goingOn(parent)} />;
  if (error !== null) return <FaultNotice error={error} />;
  return <Skeleton label={say("action.loading")} lines={6} />;
}

/** A payer is asked to authorise something. */
export function NewPreauthPage() {
  const say = useSay();
  const go = useNavigate();
  const { patient = null, parent } = useSearch({ from: "/claims/preauth/new" });
  const mayAsk = useMay("preauth", "create");
  return (
    <section
      className="page ward"
      aria-label={say("preauth.new")}
      data-testid={testNames.newPreauthPage}
    >
      <PageHead title={say("preauth.new")}>
        <Button
          onPress={() => void go({ to: "/claims", search: { part: "preauth" } })}
          testName={testNames.toClaims}
        >
          {say("preauth.back")}
        </Button>
      </PageHead>
      {mayAsk ? null : <p className="muted">{say("fault.forbidden")}</p>}
      {mayAsk && parent === undefined ? (
        <NewPreauth begun={{ ...emptyPreauth, patientId: patient }} />
      ) : null}
      {mayAsk && parent !== undefined ? <GoingOn parentId={parent} /> : null}
    </section>
  );
}
