import { createRootRouteWithContext, lazyRouteComponent } from "@tanstack/react-router";
import { LostPage } from "#ui/desk/pages/lost-page.tsx";
import { pagePart } from "#ui/net/page-part.ts";
import type { Home } from "./home-of.ts";
import { Shell } from "./shell.tsx";

/** A page that is fetched when it is first opened. */
export const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => pagePart(load), name);

/** What the pages know before they are drawn. */
export interface DeskContext {
  /** Where the day of whoever is signed in begins. */
  readonly home: Home;
}

/** What stands around every page. */
export const root = createRootRouteWithContext<DeskContext>()({
  component: Shell,
  notFoundComponent: LostPage,
});

/** Of pages that are opened beside the work, and left by Escape for the page where one was. */
export const beside = { isBeside: true };
