import { useNavigate } from "@tanstack/react-router";
import { LineButton } from "#ui/kit/button.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { testNames } from "#ui/test-names.ts";
import { useDevices } from "#ui/desk/settings/device-queries.ts";
import { devicesAway, healthText, printersInTrouble } from "#ui/desk/settings/device-texts.ts";
import { useUnfinishedForms } from "#ui/desk/drafts/drafts-context.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useLink } from "./live.tsx";
import { useBranchClock, useNow } from "./moments.ts";
import { usePrintsToReview } from "#ui/desk/attention/prints-to-review.ts";
import { useSyncStatus } from "#ui/desk/data/queries.ts";
import { isQuiet, statusLines, type StatusLine } from "./status-texts.ts";

function LineText({ line }: { readonly line: StatusLine }) {
  const say = useSay();
  return (
    <span>
      {say(line.text, line.values)}
      {line.age === null
        ? null
        : ` · ${say("status.oldest", { age: say(line.age.text, { count: line.age.count }) })}`}
    </span>
  );
}

const buttonNames = {
  sync: testNames.syncButton,
  printing: testNames.printingButton,
  trouble: testNames.devicesStatus,
  devices: testNames.devicesStatus,
  drafts: testNames.draftsButton,
} as const;

const addresses = {
  sync: "/attention",
  printing: "/attention",
  trouble: "/attention",
  devices: "/settings/devices",
  drafts: "/attention",
} as const;

function StripLine({ line }: { readonly line: StatusLine }) {
  const go = useNavigate();
  const { opens } = line;
  const content = (
    <>
      <Icon name={line.tone} />
      <LineText line={line} />
    </>
  );
  const className = `strip-line tone-${line.tone}`;
  if (opens === null) return <span className={className}>{content}</span>;
  return (
    <LineButton
      className={className}
      onPress={() => void go({ to: addresses[opens] })}
      testName={buttonNames[opens]}
    >
      {content}
    </LineButton>
  );
}

/** What everybody at the desk must know about the branch and its connection, always in sight. */
export function StatusStrip() {
  const say = useSay();
  const link = useLink();
  const clock = useBranchClock();
  const now = useNow(10_000);
  const sync = useSyncStatus().data ?? null;
  const printsToReview = usePrintsToReview().length;
  const unfinishedForms = useUnfinishedForms().length;
  const devices = useDevices();
  const lines = statusLines({
    link,
    sync,
    printsToReview,
    unfinishedForms,
    printersInTrouble: printersInTrouble(devices).map((device) => ({
      name: device.name,
      reason: say(healthText(device).text),
      waiting: device.health.queue_depth,
    })),
    devicesAway: devicesAway(devices).map(({ name }) => name),
    now,
    clock: clock.time,
  });
  return (
    // What is as it should be is a part of the bar; whatever is wrong has a line of its own below it.
    <output
      className={isQuiet(lines) ? "strip is-quiet" : "strip"}
      aria-label={say("status.label")}
      data-testid={testNames.statusStrip}
    >
      {lines.map((line) => (
        <StripLine key={line.key} line={line} />
      ))}
    </output>
  );
}
