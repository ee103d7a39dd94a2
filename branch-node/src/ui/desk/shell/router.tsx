import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { readFilters } from "#ui/desk/search/patient-filters.ts";
import { calendarSearch, listSearch } from "#ui/desk/calendar/calendar-address.ts";
import { billingSearch } from "#ui/desk/billing/billing-address.ts";
import { claimsRoutes } from "#ui/desk/claims/claims-routes.ts";
import { dayEndRoutes } from "#ui/desk/day-end/day-end-routes.ts";
import { emergencySearch } from "#ui/desk/emergency/emergency-address.ts";
import { labSearch } from "#ui/desk/lab/lab-address.ts";
import { radiologySearch } from "#ui/desk/radiology/radiology-address.ts";
import { revenueSearch } from "#ui/desk/revenue/revenue-address.ts";
import { wardSearch } from "#ui/desk/ward/ward-address.ts";
import { queueSearch } from "#ui/desk/today/queue-address.ts";
import { BrokenPage } from "./broken-page.tsx";
import { goodsRoutes } from "./goods-routes.tsx";
import type { Home } from "./home-of.ts";
import { beside, lazyPage, root } from "./root-route.tsx";
import { settingsRoutes } from "./settings-routes.tsx";

const homeRoute = (path: "/" | "/desk") =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: ({ context }) => redirect({ to: context.home, throw: true }),
  });

const today = createRoute({
  getParentRoute: () => root,
  path: "/today",
  validateSearch: queueSearch,
  component: lazyPage(() => import("#ui/desk/pages/today-page.tsx"), "TodayPage"),
});

const myPatients = createRoute({
  getParentRoute: () => root,
  path: "/my-patients",
  component: lazyPage(() => import("#ui/desk/pages/my-patients-page.tsx"), "MyPatientsPage"),
});

const vitals = createRoute({
  getParentRoute: () => root,
  path: "/vitals",
  component: lazyPage(() => import("#ui/desk/pages/vitals-page.tsx"), "VitalsPage"),
});

const appointments = createRoute({
  getParentRoute: () => root,
  path: "/appointments",
  validateSearch: calendarSearch,
  component: lazyPage(() => import("#ui/desk/pages/appointments-day-page.tsx"), "AppointmentsPage"),
});

const appointmentsDay = createRoute({
  getParentRoute: () => root,
  path: "/appointments/day/$day",
  validateSearch: calendarSearch,
  component: lazyPage(
    () => import("#ui/desk/pages/appointments-day-page.tsx"),
    "AppointmentsDayPage",
  ),
});

const appointmentsWeek = createRoute({
  getParentRoute: () => root,
  path: "/appointments/week/$day",
  validateSearch: calendarSearch,
  component: lazyPage(
    () => import("#ui/desk/pages/appointments-week-page.tsx"),
    "AppointmentsWeekPage",
  ),
});

const appointmentsList = createRoute({
  getParentRoute: () => root,
  path: "/appointments/list",
  validateSearch: listSearch,
  component: lazyPage(
    () => import("#ui/desk/pages/appointments-list-page.tsx"),
    "AppointmentsListPage",
  ),
});

const appointmentsWaiting = createRoute({
  getParentRoute: () => root,
  path: "/appointments/waiting",
  validateSearch: calendarSearch,
  component: lazyPage(
    () => import("#ui/desk/pages/appointments-waiting-page.tsx"),
    "AppointmentsWaitingPage",
  ),
});

const appointment = createRoute({
  getParentRoute: () => root,
  path: "/appointments/$appointment",
  component: lazyPage(() => import("#ui/desk/pages/appointment-page.tsx"), "AppointmentPage"),
});

const patients = createRoute({
  getParentRoute: () => root,
  path: "/patients",
  validateSearch: readFilters,
  component: lazyPage(() => import("#ui/desk/pages/patients-page.tsx"), "PatientsPage"),
});

const newPatient = createRoute({
  getParentRoute: () => root,
  path: "/patients/new",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/registration-page.tsx"), "RegistrationPage"),
});

const patient = createRoute({
  getParentRoute: () => root,
  path: "/patients/$patient",
  component: lazyPage(() => import("#ui/desk/pages/chart-page.tsx"), "ChartPage"),
});

const chartTab = createRoute({
  getParentRoute: () => root,
  path: "/patients/$patient/$tab",
  component: lazyPage(() => import("#ui/desk/pages/chart-page.tsx"), "ChartPage"),
});

const visit = createRoute({
  getParentRoute: () => root,
  path: "/visits/$visit",
  component: lazyPage(() => import("#ui/desk/pages/visit-page.tsx"), "VisitPage"),
});

const ward = createRoute({
  getParentRoute: () => root,
  path: "/ward",
  validateSearch: wardSearch,
  component: lazyPage(() => import("#ui/desk/pages/ward-page.tsx"), "WardPage"),
});

const emergency = createRoute({
  getParentRoute: () => root,
  path: "/emergency",
  validateSearch: emergencySearch,
  component: lazyPage(() => import("#ui/desk/pages/emergency-page.tsx"), "EmergencyPage"),
});

const lab = createRoute({
  getParentRoute: () => root,
  path: "/lab",
  validateSearch: labSearch,
  component: lazyPage(() => import("#ui/desk/pages/lab-page.tsx"), "LabPage"),
});

const labOrder = createRoute({
  getParentRoute: () => root,
  path: "/lab/orders/$order",
  component: lazyPage(() => import("#ui/desk/pages/lab-order-page.tsx"), "LabOrderPage"),
});

const radiology = createRoute({
  getParentRoute: () => root,
  path: "/radiology",
  validateSearch: radiologySearch,
  component: lazyPage(() => import("#ui/desk/pages/radiology-page.tsx"), "RadiologyPage"),
});

const radiologyStudy = createRoute({
  getParentRoute: () => root,
  path: "/radiology/studies/$study",
  component: lazyPage(
    () => import("#ui/desk/pages/radiology-study-page.tsx"),
    "RadiologyStudyPage",
  ),
});

const billing = createRoute({
  getParentRoute: () => root,
  path: "/billing",
  validateSearch: billingSearch,
  component: lazyPage(() => import("#ui/desk/pages/billing-page.tsx"), "BillingPage"),
});

const bill = createRoute({
  getParentRoute: () => root,
  path: "/billing/invoices/$invoice",
  component: lazyPage(() => import("#ui/desk/pages/bill-page.tsx"), "BillPage"),
});

const shift = createRoute({
  getParentRoute: () => root,
  path: "/shift",
  component: lazyPage(() => import("#ui/desk/pages/shift-page.tsx"), "ShiftPage"),
});

const revenue = createRoute({
  getParentRoute: () => root,
  path: "/revenue",
  validateSearch: revenueSearch,
  component: lazyPage(() => import("#ui/desk/pages/revenue-page.tsx"), "RevenuePage"),
});

const attention = createRoute({
  getParentRoute: () => root,
  path: "/attention",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/attention-page.tsx"), "AttentionPage"),
});

const tree = root.addChildren([
  homeRoute("/"),
  homeRoute("/desk"),
  today,
  myPatients,
  vitals,
  appointments,
  appointmentsDay,
  appointmentsWeek,
  appointmentsList,
  appointmentsWaiting,
  appointment,
  patients,
  newPatient,
  patient,
  chartTab,
  visit,
  ward,
  emergency,
  lab,
  labOrder,
  radiology,
  radiologyStudy,
  ...goodsRoutes,
  billing,
  bill,
  ...claimsRoutes,
  shift,
  revenue,
  ...dayEndRoutes,
  attention,
  ...settingsRoutes,
]);

/** The desk's pages by their addresses. */
export function createDeskRouter(home: Home) {
  return createRouter({
    routeTree: tree,
    defaultPreload: "intent",
    defaultErrorComponent: BrokenPage,
    context: { home },
  });
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    readonly isBeside?: boolean;
  }
  interface Register {
    router: ReturnType<typeof createDeskRouter>;
  }
}
