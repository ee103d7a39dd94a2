import { createRoute } from "@tanstack/react-router";
import { pharmacySearch } from "#ui/desk/pharmacy/pharmacy-list.ts";
import { lazyPage, root } from "./root-route.tsx";

const pharmacy = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy",
  validateSearch: pharmacySearch,
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "PharmacyPage"),
});

const pharmacyRx = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/prescriptions/$prescription",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "PharmacyRxPage"),
});

const counter = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/counter",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "CounterPage"),
});

const dispense = createRoute({
  getParentRoute: () => root,
  path: "/pharmacy/dispenses/$dispense",
  component: lazyPage(() => import("#ui/desk/pharmacy/pharmacy-pages.tsx"), "DispensePage"),
});

/** The pages of the pharmacy. */
export const goodsRoutes = [pharmacy, pharmacyRx, counter, dispense] as const;
