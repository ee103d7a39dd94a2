import { lazy, Suspense } from "react";
import { useConsoleSay, type ConsoleTextId } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon, type IconName } from "#ui/kit/icon.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { Skeleton } from "#ui/kit/surfaces.tsx";
import { Toasts } from "#ui/kit/toast.tsx";
import { useAppearanceGroups, useLanguageGroup } from "#ui/look/menu-groups.ts";
import { isAllowed } from "@edgeward/shared/contract/access.ts";
import { pagePart } from "#ui/net/page-part.ts";
import { openAddress, useAddress, type ConsoleAddress } from "./address.ts";
import { BranchesPage } from "./branches-page.tsx";
import { useConsoleSession, useWho } from "./console-context.tsx";
import { consoleTestNames } from "./console-test-names.ts";

const WebhooksPage = lazy(async () => ({
  default: (await pagePart(() => import("./webhooks-page.tsx"))).WebhooksPage,
}));

const HolidaysPage = lazy(async () => ({
  default: (await pagePart(() => import("./holidays-page.tsx"))).HolidaysPage,
}));

interface Way {
  readonly to: ConsoleAddress;
  readonly text: ConsoleTextId;
  readonly icon: IconName;
  readonly testName: string;
}

const branches: Way = {
  to: "/console",
  text: "console.branches",
  icon: "branches",
  testName: consoleTestNames.navBranches,
};
const webhooks: Way = {
  to: "/console/webhooks",
  text: "console.webhooks",
  icon: "send",
  testName: consoleTestNames.navWebhooks,
};

const holidays: Way = {
  to: "/console/holidays",
  text: "console.holidays",
  icon: "calendar",
  testName: consoleTestNames.navHolidays,
};

function PageAt({ way }: { readonly way: Way }) {
  if (way === webhooks) return <WebhooksPage />;
  return way === holidays ? <HolidaysPage /> : <BranchesPage />;
}

function Entry({ way, isHere }: { readonly way: Way; readonly isHere: boolean }) {
  const say = useConsoleSay();
  return (
    <a
      href={way.to}
      className={isHere ? "nav-entry is-here" : "nav-entry"}
      title={say(way.text)}
      {...(isHere ? { "aria-current": "page" } : {})}
      data-testid={way.testName}
      onClick={(event) => {
        // In a window of its own where it is asked for.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openAddress(way.to);
      }}
    >
      <Icon name={way.icon} />
      <span className="nav-text">{say(way.text)}</span>
    </a>
  );
}

function WhoMenu() {
  const say = useConsoleSay();
  const session = useConsoleSession();
  const { staff } = useWho();
  const language = useLanguageGroup();
  const appearance = useAppearanceGroups(staff.id);
  const out = {
    actions: [
      {
        id: "sign-out",
        text: say("header.signOut"),
        icon: "signOut",
        testName: consoleTestNames.signOut,
        onAction: () => void session.signOut(),
      },
    ],
  } as const;
  return (
    <Menu label={say("user.menu")} groups={[out, language, ...appearance]}>
      <Button look="quiet" icon="user" testName={consoleTestNames.userMenu}>
        <span className="user-name">{staff.name}</span>
      </Button>
    </Menu>
  );
}

function TopBar() {
  const { tenant } = useWho();
  return (
    <header className="top-bar">
      <div className="brand">
        <span className="brand-mark" aria-hidden="true">
          E
        </span>
        <span className="brand-name">{tenant.name}</span>
      </div>
      <div className="console-who">
        <WhoMenu />
      </div>
    </header>
  );
}

/** What stands around every page of the console: the bar above, the navigation beside it. */
export function ConsoleShell() {
  const say = useConsoleSay();
  const address = useAddress();
  const { staff } = useWho();
  const mayRead = (resource: "webhooks" | "holidays") => isAllowed(staff.roles, resource, "read");
  const ways = [
    branches,
    ...(mayRead("webhooks") ? [webhooks] : []),
    ...(mayRead("holidays") ? [holidays] : []),
  ];
  const here = ways.find(({ to }) => to === address) ?? branches;
  return (
    <div className="shell" data-testid={consoleTestNames.console}>
      <TopBar />
      <nav className="shell-nav" aria-label={say("nav.label")}>
        {ways.map((way) => (
          <Entry key={way.to} way={way} isHere={way === here} />
        ))}
      </nav>
      <main className="shell-main">
        <Suspense fallback={<Skeleton label={say("action.loading")} lines={8} />}>
          <PageAt way={here} />
        </Suspense>
      </main>
      <Toasts label={say("toast.label")} closeLabel={say("action.close")} />
    </div>
  );
}
