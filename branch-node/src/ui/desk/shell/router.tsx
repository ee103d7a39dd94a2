import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { readFilters } from "#ui/desk/patients/patient-filters.ts";
import { calendarSearch, listSearch } from "#ui/desk/appointments/calendar-address.ts";
import { billingSearch } from "#ui/desk/billing/billing-address.ts";
import { emergencySearch } from "#ui/desk/emergency/emergency-address.ts";
import { labSearch } from "#ui/desk/lab/lab-address.ts";
import { pharmacySearch } from "#ui/desk/pharmacy/pharmacy-list.ts";
import { radiologySearch } from "#ui/desk/radiology/radiology-address.ts";
import { wardSearch } from "#ui/desk/ward/ward-address.ts";
import { queueSearch } from "#ui/desk/today/queue-address.ts";
import { LostPage } from "#ui/desk/pages/lost-page.tsx";
import { pagePart } from "#ui/net/page-part.ts";
import { BrokenPage } from "./broken-page.tsx";
import type { Home } from "./home-of.ts";
import { Shell } from "./shell.tsx";

const lazyPage: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(() => pagePart(load), name);

interface DeskContext {
  /** Where the day of whoever is signed in begins. */
  readonly home: Home;
}

const root = createRootRouteWithContext<DeskContext>()({
  component: Shell,
  notFoundComponent: LostPage,
});

// Opened beside the work, and left by Escape for the page where one was.
const beside = { isBeside: true };

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

const attention = createRoute({
  getParentRoute: () => root,
  path: "/attention",
  staticData: beside,
  component: lazyPage(() => import("#ui/desk/pages/attention-page.tsx"), "AttentionPage"),
});

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
  pharmacy,
  pharmacyRx,
  counter,
  dispense,
  billing,
  bill,
  shift,
  attention,
  devices,
  screens,
  templates,
  departments,
  rooms,
  queues,
  languages,
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
