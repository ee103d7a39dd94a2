import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import * as z from "zod";
import { testNames } from "@edgeward/branch-node/ui/test-names.ts";
import { createClient, type Client } from "@edgeward/shared/contract/client.ts";
import { openBrowser } from "#support/browser.ts";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { buildPages } from "../../../scripts/demo/pages.ts";
import { addPatients, fillBranch, startBranch } from "../branch-contests.ts";
import { headersFor, tokenFrom, type World } from "../world.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const personShape = z.object({ username: z.string(), password: z.string() });
const peopleShape = z.object({ demo: z.object({ branch_staff: personShape }) });

/** A clinic of such a size has them after years: what a search costs must not show. */
const patients = 200_000;
const quickPatients = 20_000;

/** The pages of a branch with very many patients, as a front desk has them. */
export interface Desks {
  readonly browser: Browser;
  readonly url: string;
  readonly patients: number;
  readonly providerId: string;
  readonly client: Client;
  readonly clerk: z.output<typeof personShape>;
  stop(): Promise<void>;
}

// Nothing listens there: the branch is offline, and has the machine for itself.
const nowhere = "http://127.0.0.1:9";

/** Starts a branch of its own with its pages and a browser. @returns null where no browser can be started, which is said */
export async function openDesks(world: World): Promise<Desks | null> {
  // Its stand-in for a camera shows a moving picture without any code, which costs the reader the most.
  const { browser, fault } = await openBrowser(["--use-fake-device-for-media-stream"]);
  if (browser === null) {
    process.stderr.write(`the pages are not measured: ${fault}\n`);
    return null;
  }
  await buildPages(root);
  const count = world.options.isQuick ? quickPatients : patients;
  const folder = join(world.folder, "pages");
  await fillBranch(world, folder);
  await addPatients(world, folder, count);
  const env = { EDGEWARD_DATA: folder, EDGEWARD_HUB_URL: nowhere };
  const branch = await startBranch(world, env, world.options.profileFolder);
  const url = String(branch.ready["url"]);
  const { access, child } = world.hub;
  const { tenant_id: tenantId, branch_id: branchId, provider_id: providerId } = access.demo;
  const headers = headersFor(tenantId, branchId, await tokenFrom(url, access));
  return {
    browser,
    url,
    patients: count,
    providerId,
    client: createClient({ baseUrl: url, headers: () => headers }),
    clerk: peopleShape.parse(child.ready).demo.branch_staff,
    stop: async () => {
      await browser.close();
      await branch.stop();
    },
  };
}

/** A profile that nobody has used, on the usual screen of a front desk. */
export function newProfile({ browser }: Desks): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1_366, height: 768 } });
}

/** Has the page run as on a processor that is so many times slower. */
export async function slowDown(page: Page, times: number): Promise<void> {
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: times });
}

/** A desk at which the clerk has signed in. */
export async function openDesk(desks: Desks): Promise<Page> {
  const page = await (await newProfile(desks)).newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(`${desks.url}/today`);
  await page.getByTestId(testNames.username).fill(desks.clerk.username);
  await page.getByTestId(testNames.password).fill(desks.clerk.password);
  await page.getByTestId(testNames.signInButton).click();
  await page.getByTestId(testNames.search).waitFor();
  return page;
}
