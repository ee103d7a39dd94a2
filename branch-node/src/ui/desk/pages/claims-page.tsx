import { useNavigate, useSearch } from "@tanstack/react-router";
import {
  claimsPageParts,
  partOf,
  type ClaimPart,
  type ClaimsPagePart,
} from "#ui/desk/claims/claim-list.ts";
import { useClaims } from "#ui/desk/claims/claim-queries.ts";
import { ClaimTable } from "#ui/desk/claims/claim-table.tsx";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { inWorkOrder, isOpenRequest } from "#ui/desk/preauth/preauth-list.ts";
import { usePreauths } from "#ui/desk/preauth/preauth-queries.ts";
import { PreauthTable } from "#ui/desk/preauth/preauth-table.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

function Begin() {
  const say = useSay();
  const go = useNavigate();
  const mayClaim = useMay("claims", "create");
  const mayAsk = useMay("preauth", "create");
  return (
    <>
      {mayAsk ? (
        <Button
          icon="add"
          onPress={() => void go({ to: "/claims/preauth/new" })}
          testName={testNames.newPreauth}
        >
          {say("preauth.new")}
        </Button>
      ) : null}
      {mayClaim ? (
        <Button
          look="primary"
          icon="add"
          onPress={() => void go({ to: "/claims/new" })}
          testName={testNames.newClaim}
        >
          {say("claims.new")}
        </Button>
      ) : null}
    </>
  );
}

/** What stands in each part, and whether there is more of it than was looked through. */
function useLists() {
  const { open, all, error } = useClaims();
  const requests = usePreauths({});
  const asked = requests.data?.rows ?? [];
  return {
    error: error ?? requests.error,
    asked,
    claimsOf: (part: ClaimPart) => partOf((part === "closed" ? all : open).data?.rows ?? [], part),
    readOf: (part: ClaimsPagePart) => {
      if (part === "preauth") return requests.data;
      return part === "closed" ? all.data : open.data;
    },
  };
}

/** What stands under one of the tabs. */
function Part({ part, lists }: { readonly part: ClaimsPagePart; readonly lists: Lists }) {
  const say = useSay();
  const read = lists.readOf(part);
  const isReading = read === undefined && lists.error === null;
  return (
    <>
      {part === "preauth" ? (
        <PreauthTable rows={inWorkOrder(lists.asked)} isReading={isReading} />
      ) : (
        <ClaimTable part={part} rows={lists.claimsOf(part)} isReading={isReading} />
      )}
      {read?.isCut === true ? (
        <p className="muted stores-cut">{say("claims.cut", { count: read.rows.length })}</p>
      ) : null}
    </>
  );
}

type Lists = ReturnType<typeof useLists>;

/** The claims: what is to be done here, what waits for the payer, what is to be paid, what is over, and what was asked before. */
export function ClaimsPage() {
  const say = useSay();
  const { part = "ours" } = useSearch({ from: "/claims" });
  const go = useNavigate({ from: "/claims" });
  const { resume } = useDesk();
  const lists = useLists();
  const countOf = (id: ClaimsPagePart) =>
    id === "preauth" ? lists.asked.filter(isOpenRequest).length : lists.claimsOf(id).length;
  return (
    <section
      className="page ward"
      aria-label={say("claims.title")}
      data-testid={testNames.claimsPage}
    >
      <PageHead title={say("claims.title")}>
        <Begin />
      </PageHead>
      <FaultNotice error={lists.error} />
      <UnfinishedForms onContinue={resume} />
      <Card isFlush>
        <Tabs
          label={say("claims.title")}
          items={claimsPageParts.map((id) => ({
            id,
            text: say(`claims.show_${id}`),
            testName: `${testNames.claimPart}-${id}`,
            ...(id === "closed" ? {} : { count: countOf(id) }),
          }))}
          chosen={part}
          onChoose={(id) =>
            void go({ search: { part: claimsPageParts.find((one) => one === id) }, replace: true })
          }
        >
          <Part part={part} lists={lists} />
        </Tabs>
      </Card>
    </section>
  );
}
