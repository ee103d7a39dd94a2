import { useRef } from "react";
import { Link } from "@tanstack/react-router";
import { useSay, type TextId } from "#ui/i18n/text.ts";
import { Icon, type IconName } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { useAppointmentsOn } from "#ui/desk/data/queries.ts";
import { queueOf } from "#ui/desk/today/queue.ts";
import { useAttentionCount } from "#ui/desk/attention/attention-count.ts";
import { useDeskKey } from "./desk-keys.ts";
import { useToday } from "./moments.ts";
import { useMay } from "./permissions.ts";

interface EntryProps {
  readonly to:
    | "/today"
    | "/appointments"
    | "/patients"
    | "/attention"
    | "/settings/devices"
    | "/settings/screens"
    | "/settings/templates";
  readonly text: TextId;
  readonly icon: IconName;
  readonly count?: number;
  readonly testName: string;
}

function Entry({ to, text, icon, count = 0, testName }: EntryProps) {
  const say = useSay();
  return (
    <Link
      to={to}
      className="nav-entry"
      activeProps={{ className: "nav-entry is-here" }}
      title={say(text)}
      data-testid={testName}
    >
      <Icon name={icon} />
      <span className="nav-text">{say(text)}</span>
      {count === 0 ? null : <span className="nav-count">{count}</span>}
    </Link>
  );
}

function useWaitingCount(): number {
  const day = useAppointmentsOn(useToday());
  return queueOf(day.data ?? [], null).waiting.length;
}

function SettingsEntries() {
  const say = useSay();
  const maySetUp = useMay("devices", "update");
  const mayReadTemplates = useMay("print_templates", "read");
  return (
    <>
      <p className="nav-title">{say("nav.settings")}</p>
      <Entry
        to="/settings/devices"
        text="devices.open"
        icon="print"
        testName={testNames.devicesButton}
      />
      {maySetUp ? (
        <Entry
          to="/settings/screens"
          text="screens.open"
          icon="screen"
          testName={testNames.screensButton}
        />
      ) : null}
      {mayReadTemplates ? (
        <Entry
          to="/settings/templates"
          text="look.open"
          icon="documents"
          testName={testNames.templatesButton}
        />
      ) : null}
    </>
  );
}

// By the key and not by its character, which Alt changes on some keyboards.
function openByNumber(event: KeyboardEvent, nav: HTMLElement | null): void {
  const [, place] = /^(?:Digit|Numpad)([1-9])$/u.exec(event.code) ?? [];
  if (place === undefined || !event.altKey || event.ctrlKey || event.metaKey) return;
  const way = nav?.querySelectorAll("a")[Number(place) - 1];
  if (way === undefined) return;
  event.preventDefault();
  way.click();
}

/** The ways to the desk's pages, as far as somebody may go; Alt and a number open them in their order. */
export function Navigation() {
  const say = useSay();
  const nav = useRef<HTMLElement>(null);
  useDeskKey((event) => openByNumber(event, nav.current));
  return (
    <nav className="shell-nav" ref={nav} aria-label={say("nav.label")}>
      <Entry
        to="/today"
        text="nav.today"
        icon="today"
        count={useWaitingCount()}
        testName={testNames.navToday}
      />
      {useMay("appointments", "read") ? (
        <Entry
          to="/appointments"
          text="calendar.title"
          icon="calendar"
          testName={testNames.navAppointments}
        />
      ) : null}
      <Entry to="/patients" text="nav.patients" icon="patients" testName={testNames.navPatients} />
      <Entry
        to="/attention"
        text="nav.attention"
        icon="attention"
        count={useAttentionCount()}
        testName={testNames.navAttention}
      />
      <SettingsEntries />
    </nav>
  );
}
