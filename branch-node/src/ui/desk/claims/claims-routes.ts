import { createRoute } from "@tanstack/react-router";
import { lazyPage, root } from "#ui/desk/shell/root-route.tsx";
import { claimsSearch, newClaimSearch, newPreauthSearch } from "./claims-address.ts";

const claims = createRoute({
  getParentRoute: () => root,
  path: "/claims",
  validateSearch: claimsSearch,
  component: lazyPage(() => import("#ui/desk/pages/claims-page.tsx"), "ClaimsPage"),
});

const newClaim = createRoute({
  getParentRoute: () => root,
  path: "/claims/new",
  validateSearch: newClaimSearch,
  component: lazyPage(() => import("./new-claim-page.tsx"), "NewClaimPage"),
});

const claim = createRoute({
  getParentRoute: () => root,
  path: "/claims/$claim",
  component: lazyPage(() => import("#ui/desk/pages/claim-page.tsx"), "ClaimPage"),
});

const newPreauth = createRoute({
  getParentRoute: () => root,
  path: "/claims/preauth/new",
  validateSearch: newPreauthSearch,
  component: lazyPage(() => import("#ui/desk/preauth/new-preauth-page.tsx"), "NewPreauthPage"),
});

const preauth = createRoute({
  getParentRoute: () => root,
  path: "/claims/preauth/$preauth",
  component: lazyPage(() => import("#ui/desk/preauth/preauth-page.tsx"), "PreauthPage"),
});

/** The pages of what payers are asked for. */
export const claimsRoutes = [claims, newClaim, claim, newPreauth, preauth] as const;
