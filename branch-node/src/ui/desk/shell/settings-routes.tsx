import { createRoute } from "@tanstack/react-router";
import { beside, lazyPage, root } from "./root-route.tsx";

const devices = createRoute({
  getParentRoute: () => root,
  path: "/settings/devices",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/settings/devices-panel.tsx"), "DevicesPanel"),
});

const screens = createRoute({
  getParentRoute: () => root,
  path: "/settings/screens",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/settings/screens-panel.tsx"), "ScreensPanel"),
});

const templates = createRoute({
  getParentRoute: () => root,
  path: "/settings/templates",
  staticData: beside,
  component: lazyPage(
    () => import("#ui/desk/document-templates/templates-panel.tsx"),
    "TemplatesPanel",
  ),
});

const departments = createRoute({
  getParentRoute: () => root,
  path: "/settings/departments",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/clinic-parts-page.tsx"), "DepartmentsPage"),
});

const rooms = createRoute({
  getParentRoute: () => root,
  path: "/settings/rooms",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/clinic-parts-page.tsx"), "RoomsPage"),
});

const queues = createRoute({
  getParentRoute: () => root,
  path: "/settings/queues",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/clinic-parts-page.tsx"), "QueuesPage"),
});

const languages = createRoute({
  getParentRoute: () => root,
  path: "/settings/languages",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/languages-page.tsx"), "LanguagesPage"),
});

/** The pages of the settings. */
export const settingsRoutes = [
  devices,
  screens,
  templates,
  departments,
  rooms,
  queues,
  languages,
] as const;
