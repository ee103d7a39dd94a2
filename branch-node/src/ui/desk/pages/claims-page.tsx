import { useNavigate, useSearch } from "@tanstack/react-router";
import { claimParts, partOf } from "#ui/desk/claims/claim-list.ts";
import { useClaims } from "#ui/desk/claims/claim-queries.ts";
import { ClaimTable } from "#ui/desk/claims/claim-table.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";

/** The claims: what is to be done here, what waits for the payer, what is to be paid, and what is over. */
export function ClaimsPage() {
  const say = useSay();
  const { part = "ours" } = useSearch({ from: "/claims" });
  const go = useNavigate({ from: "/claims" });
  const { data: claims = [], error } = useClaims();
  return (
    <section
      className="page ward"
      aria-label={say("claims.title")}
      data-testid={testNames.claimsPage}
    >
      <PageHead title={say("claims.title")} />
      <FaultNotice error={error} />
      <Card isFlush>
        <Tabs
          label={say("claims.title")}
          items={claimParts.map((id) => ({
            id,
            text: say(`claims.show_${id}`),
            testName: `${testNames.claimPart}-${id}`,
            ...(id === "closed" ? {} : { count: partOf(claims, id).length }),
          }))}
          chosen={part}
          onChoose={(id) =>
            void go({ search: { part: claimParts.find((one) => one === id) }, replace: true })
          }
        >
          <ClaimTable part={part} rows={partOf(claims, part)} />
        </Tabs>
      </Card>
    </section>
  );
}
