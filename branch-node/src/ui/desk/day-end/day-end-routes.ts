import { createRoute } from "@tanstack/react-router";
import { lazyPage, root } from "#ui/desk/shell/root-route.tsx";
import { dayEndSearch } from "./day-end-address.ts";

const dayEnd = createRoute({
  getParentRoute: () => root,
  path: "/revenue/day-end",
  validateSearch: dayEndSearch,
  component: lazyPage(() => import("./day-end-page.tsx"), "DayEndPage"),
});

/** The page of the day end. */
export const dayEndRoutes = [dayEnd] as const;
