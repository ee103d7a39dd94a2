import { useState, type ReactNode } from "react";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import type {
  ConsoleBranch,
  ConsoleOverview,
} from "@edgeward/shared/console/console-branches.contract.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import {
  useConsoleSay,
  type ConsoleSay,
  type ConsoleTextId,
} from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge, Banner, Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { useWho } from "./console-context.tsx";
import { EnrolDialog } from "./enrol-dialog.tsx";
import { useBranches, useOverview } from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { alertsOf, consoleFaultText, stateTexts } from "./console-texts.ts";
import { Findings } from "./findings.tsx";
import { ageText, agoText, useMoment } from "./moments.ts";

function StateBadge({ state }: Pick<ConsoleBranch, "state">) {
  const say = useConsoleSay();
  const { text, tone, icon } = stateTexts[state];
  return (
    <Badge tone={tone} icon={icon} testName={consoleTestNames.branchState}>
      {say(text)}
    </Badge>
  );
}

/** A value with what belongs to it below. */
function Twice({ children, more }: { readonly children: ReactNode; readonly more: string | null }) {
  return (
    <span className="console-twice">
      <span>{children}</span>
      {more === null ? null : <span className="muted">{more}</span>}
    </span>
  );
}

interface CellProps {
  readonly branch: ConsoleBranch;
  /** By the hub's clock. */
  readonly now: number;
}

function LastContact({ branch, now }: CellProps) {
  const say = useConsoleSay();
  const moment = useMoment();
  const { last_contact_at: at, time_zone: zone } = branch;
  if (at === null) return say("sync.never");
  return (
    <Twice more={moment(at, zone)}>
      <time dateTime={at} data-testid={consoleTestNames.lastContact}>
        {agoText(at, now, say)}
      </time>
    </Twice>
  );
}

function unsentMore(
  { state, oldest_unsent_at: oldest }: ConsoleBranch,
  now: number,
  say: ConsoleSay,
) {
  if (oldest !== null) return say("status.oldest", { age: ageText(oldest, now, say) });
  return state === "online" ? null : say("console.atLastContact");
}

function Unsent({ branch, now }: CellProps) {
  const say = useConsoleSay();
  const { unsent, node } = branch;
  if (node === null) return "–";
  if (unsent === null) return say("sync.unknown");
  return (
    <Twice more={unsentMore(branch, now, say)}>
      <span data-testid={consoleTestNames.unsent}>{unsent}</span>
    </Twice>
  );
}

function skewText({ clock_skew_ms: skew }: ConsoleBranch, say: ConsoleSay): string {
  if (skew === null) return "–";
  const seconds = Math.round(Math.abs(skew) / 1_000);
  if (seconds < 120) return say("console.seconds", { count: seconds });
  return say("elapsed.minutes", { count: Math.round(seconds / 60) });
}

function Alerts({ branch }: { readonly branch: ConsoleBranch }) {
  const say = useConsoleSay();
  const alerts = alertsOf(branch);
  if (alerts.length === 0) return <span className="muted">{say("console.noAlerts")}</span>;
  return (
    <span className="console-alerts">
      {alerts.map(({ text, count, tone }) => (
        <Badge key={text} tone={tone} icon={tone === "danger" ? "danger" : "warning"}>
          {say(text, { count })}
        </Badge>
      ))}
    </span>
  );
}

function enrolColumn(
  say: ConsoleSay,
  onEnrol: (branch: ConsoleBranch) => void,
): TableColumn<ConsoleBranch> {
  return {
    id: "enrol",
    width: "fit 220",
    title: say("patient.actions"),
    isUntitled: true,
    cell: (branch) => (
      <Button
        look="quiet"
        isSmall
        about={branch.name}
        onPress={() => onEnrol(branch)}
        testName={consoleTestNames.enrol}
      >
        {say("console.enrol")}
      </Button>
    ),
  };
}

function branchColumn(say: ConsoleSay): TableColumn<ConsoleBranch> {
  return {
    id: "branch",
    width: "5fr",
    title: say("console.branch"),
    isRowHeader: true,
    sortBy: ({ name }) => name,
    cell: ({ name, code }) => (
      <Twice more={code}>
        <strong>{name}</strong>
      </Twice>
    ),
  };
}

function columnsFor(say: ConsoleSay, now: number): readonly TableColumn<ConsoleBranch>[] {
  return [
    branchColumn(say),
    {
      id: "state",
      width: 150,
      title: say("console.state"),
      sortBy: ({ state }) => say(stateTexts[state].text),
      cell: ({ state }) => <StateBadge state={state} />,
    },
    {
      id: "contact",
      width: 196,
      title: say("sync.lastContact"),
      sortBy: ({ last_contact_at: at }) => at,
      cell: (branch) => <LastContact branch={branch} now={now} />,
    },
    {
      id: "unsent",
      width: 140,
      title: say("sync.unsent"),
      sortBy: ({ unsent }) => unsent,
      cell: (branch) => <Unsent branch={branch} now={now} />,
    },
    {
      id: "release",
      width: 110,
      title: say("console.release"),
      sortBy: ({ node }) => node?.release ?? null,
      cell: ({ node }) => node?.release ?? "–",
    },
    {
      id: "skew",
      width: 120,
      title: say("console.skew"),
      sortBy: ({ clock_skew_ms: skew }) => (skew === null ? null : Math.abs(skew)),
      cell: (branch) => skewText(branch, say),
    },
    {
      id: "alerts",
      width: "3fr",
      title: say("console.alerts"),
      sortBy: (branch) => alertsOf(branch).reduce((sum, { count }) => sum + count, 0),
      cell: (branch) => <Alerts branch={branch} />,
    },
  ];
}

function Count({ text, count }: { readonly text: ConsoleTextId; readonly count: number }) {
  const say = useConsoleSay();
  return (
    <div className="console-figure">
      <dt>{say(text)}</dt>
      <dd>{count}</dd>
    </div>
  );
}

function Figures({ overview }: { readonly overview: ConsoleOverview }) {
  const { branches, held, rejected, conflicts } = overview;
  return (
    <dl className="console-figures" data-testid={consoleTestNames.overview}>
      <Count text="console.online" count={branches.online} />
      <Count text="console.offline" count={branches.offline} />
      {branches.blocked === 0 ? null : <Count text="console.blocked" count={branches.blocked} />}
      {branches.none === 0 ? null : <Count text="console.noNode" count={branches.none} />}
      <Count text="sync.conflicts" count={conflicts} />
      <Count text="sync.rejected" count={rejected} />
      <Count text="sync.held" count={held} />
    </dl>
  );
}

function TenantAlerts({
  overview,
  now,
}: {
  readonly overview: ConsoleOverview;
  readonly now: number;
}) {
  const say = useConsoleSay();
  const { feed_stalled_since: stalled, audit_findings: findings } = overview;
  return (
    <>
      {stalled === null ? null : (
        <Banner tone="warning">
          {say("console.stalled", { age: ageText(stalled, now, say) })}
        </Banner>
      )}
      {findings === 0 ? null : <Findings count={findings} />}
    </>
  );
}

/** The tenant's branches with what the hub knows of them, and what needs somebody. */
export function BranchesPage() {
  const say = useConsoleSay();
  const overview = useOverview();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useBranches();
  const now = useNow(5_000) + (overview.data?.aheadMs ?? 0);
  const [enrolled, setEnrolled] = useState<ConsoleBranch | null>(null);
  const mayEnrol = isAllowed(useWho().staff.roles, "tenants", "update");
  const fault = error ?? overview.error;
  const rows = data?.pages.flatMap((page) => page.data);
  return (
    <section className="console-page" aria-label={say("console.branches")}>
      <PageHead title={say("console.branches")} />
      {fault === null ? null : <Banner tone="danger">{consoleFaultText(fault, say)}</Banner>}
      {overview.data === undefined ? null : (
        <>
          <TenantAlerts overview={overview.data} now={now} />
          <Figures overview={overview.data} />
        </>
      )}
      <Card isFlush>
        {rows === undefined ? (
          <Skeleton label={say("action.loading")} lines={6} />
        ) : (
          <div className="table-frame console-table">
            <Table
              label={say("console.branches")}
              columns={[
                ...columnsFor(say, now),
                ...(mayEnrol ? [enrolColumn(say, setEnrolled)] : []),
              ]}
              rows={rows}
              textOf={({ name }) => name}
              empty={say("console.noBranches")}
              rowTestName={consoleTestNames.branchRow}
            />
          </div>
        )}
      </Card>
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()} isDisabled={isFetchingNextPage}>
          {say("console.more")}
        </Button>
      ) : null}
      {enrolled === null ? null : (
        <EnrolDialog branch={enrolled} onClose={() => setEnrolled(null)} />
      )}
    </section>
  );
}
