import { useNavigate } from "@tanstack/react-router";
import { LineButton } from "#ui/kit/button.tsx";
import { Tooltip } from "#ui/kit/tooltip.tsx";
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

/** A number alone, where the bar has room for no more; the words are heard. */
function ShortLine({ line }: { readonly line: StatusLine }) {
  const { opens, values } = line;
  return (
    <>
      <Icon name={opens === "drafts" ? "edit" : line.tone} />
      <span aria-hidden="true">{values["count"]}</span>
      <span className="visually-hidden">
        <LineText line={line} />
      </span>
    </>
  );
}

function StripLine({ line, isShort }: { readonly line: StatusLine; readonly isShort: boolean }) {
  const go = useNavigate();
  const say = useSay();
  const { opens } = line;
  const content = isShort ? (
    <ShortLine line={line} />
  ) : (
    <>
      <Icon name={line.tone} />
      <LineText line={line} />
    </>
  );
  const className = `strip-line tone-${line.tone}`;
  if (opens === null) return <span className={className}>{content}</span>;
  const button = (
    <LineButton
      className={className}
      onPress={() => void go({ to: addresses[opens] })}
      testName={buttonNames[opens]}
    >
      {content}
    </LineButton>
  );
  return isShort ? <Tooltip text={say(line.text, line.values)}>{button}</Tooltip> : button;
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
  const isInBar = isQuiet(lines);
  return (
    // What is as it should be is a part of the bar; whatever is wrong has a line of its own below it.
    <output
      className={isInBar ? "strip is-quiet" : "strip"}
      aria-label={say("status.label")}
      data-testid={testNames.statusStrip}
    >
      {lines.map((line, nth) => (
        <StripLine key={line.key} line={line} isShort={isInBar && nth > 0} />
      ))}
    </output>
  );
}
