import {
  isAllowed,
  type AccessAction,
  type ResourceName,
  type Role,
} from "@edgeward/shared/contract/access.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";

interface Need {
  readonly resource: ResourceName;
  readonly action: AccessAction;
}

/** A way to one of the desk's pages. */
export interface Way {
  /** What somebody must be allowed for the page to be theirs: what it cannot do without. */
  readonly needs: Need;
  /** Whose page it is, where it is of one role alone. */
  readonly isOf?: Role;
  readonly to:
    | "/today"
    | "/my-patients"
    | "/vitals"
    | "/appointments"
    | "/patients"
    | "/ward"
    | "/emergency"
    | "/lab"
    | "/radiology"
    | "/pharmacy"
    | "/stores"
    | "/stores/items"
    | "/stores/suppliers"
    | "/billing"
    | "/claims"
    | "/shift"
    | "/revenue"
    | "/attention"
    | "/settings/devices"
    | "/settings/screens"
    | "/settings/templates"
    | "/settings/departments"
    | "/settings/rooms"
    | "/settings/queues"
    | "/settings/languages";
  readonly text: TextId;
  readonly icon: IconName;
  readonly testName: string;
  readonly isSetting: boolean;
}

const today: Way = {
  needs: { resource: "appointments", action: "read" },
  to: "/today",
  text: "nav.today",
  icon: "today",
  testName: testNames.navToday,
  isSetting: false,
};
const myPatients: Way = {
  needs: { resource: "appointments", action: "read" },
  isOf: "doctor",
  to: "/my-patients",
  text: "worklist.mine",
  icon: "stethoscope",
  testName: testNames.navMyPatients,
  isSetting: false,
};
const vitals: Way = {
  needs: { resource: "encounters", action: "update" },
  to: "/vitals",
  text: "worklist.vitals",
  icon: "vitals",
  testName: testNames.navVitals,
  isSetting: false,
};
const appointments: Way = {
  needs: { resource: "appointments", action: "read" },
  to: "/appointments",
  text: "calendar.title",
  icon: "calendar",
  testName: testNames.navAppointments,
  isSetting: false,
};
const patients: Way = {
  needs: { resource: "patients", action: "read" },
  to: "/patients",
  text: "nav.patients",
  icon: "patients",
  testName: testNames.navPatients,
  isSetting: false,
};
const ward: Way = {
  needs: { resource: "beds", action: "read" },
  to: "/ward",
  text: "ward.title",
  icon: "ward",
  testName: testNames.navWard,
  isSetting: false,
};
const emergency: Way = {
  needs: { resource: "triage", action: "read" },
  to: "/emergency",
  text: "emergency.title",
  icon: "emergency",
  testName: testNames.navEmergency,
  isSetting: false,
};
const lab: Way = {
  needs: { resource: "lab_orders", action: "read" },
  to: "/lab",
  text: "lab.title",
  icon: "lab",
  testName: testNames.navLab,
  isSetting: false,
};
const radiology: Way = {
  needs: { resource: "radiology_studies", action: "read" },
  to: "/radiology",
  text: "radiology.title",
  icon: "radiology",
  testName: testNames.navRadiology,
  isSetting: false,
};
const pharmacy: Way = {
  needs: { resource: "dispenses", action: "read" },
  to: "/pharmacy",
  text: "pharmacy.title",
  icon: "pharmacy",
  testName: testNames.navPharmacy,
  isSetting: false,
};
const stores: Way = {
  needs: { resource: "stock_moves", action: "read" },
  to: "/stores",
  text: "stores.title",
  icon: "stores",
  testName: testNames.navStores,
  isSetting: false,
};
const items: Way = {
  needs: { resource: "items", action: "update" },
  to: "/stores/items",
  text: "catalogue.items",
  icon: "items",
  testName: testNames.navItems,
  isSetting: true,
};
const suppliers: Way = {
  needs: { resource: "suppliers", action: "update" },
  to: "/stores/suppliers",
  text: "catalogue.suppliers",
  icon: "supplier",
  testName: testNames.navSuppliers,
  isSetting: true,
};
const billing: Way = {
  needs: { resource: "invoices", action: "read" },
  to: "/billing",
  text: "bills.title",
  icon: "bill",
  testName: testNames.navBilling,
  isSetting: false,
};
const claims: Way = {
  needs: { resource: "claims", action: "update" },
  to: "/claims",
  text: "claims.title",
  icon: "claim",
  testName: testNames.navClaims,
  isSetting: false,
};
const shift: Way = {
  needs: { resource: "cashier_shifts", action: "read" },
  to: "/shift",
  text: "shift.title",
  icon: "drawer",
  testName: testNames.navShift,
  isSetting: false,
};
const revenue: Way = {
  needs: { resource: "revenue", action: "read" },
  to: "/revenue",
  text: "revenue.title",
  icon: "figures",
  testName: testNames.navRevenue,
  isSetting: false,
};
const attention: Way = {
  needs: { resource: "sync", action: "read" },
  to: "/attention",
  text: "nav.attention",
  icon: "attention",
  testName: testNames.navAttention,
  isSetting: false,
};
const devices: Way = {
  needs: { resource: "devices", action: "read" },
  to: "/settings/devices",
  text: "devices.open",
  icon: "print",
  testName: testNames.devicesButton,
  isSetting: true,
};
const screens: Way = {
  needs: { resource: "devices", action: "update" },
  to: "/settings/screens",
  text: "screens.open",
  icon: "screen",
  testName: testNames.screensButton,
  isSetting: true,
};
const templates: Way = {
  needs: { resource: "print_templates", action: "read" },
  to: "/settings/templates",
  text: "look.open",
  icon: "documents",
  testName: testNames.templatesButton,
  isSetting: true,
};

const setsClinic: Need = { resource: "departments", action: "update" };

const clinic: readonly Way[] = [
  {
    needs: setsClinic,
    to: "/settings/departments",
    text: "clinic.departments",
    icon: "departments",
    testName: testNames.navDepartments,
    isSetting: true,
  },
  {
    needs: setsClinic,
    to: "/settings/rooms",
    text: "clinic.rooms",
    icon: "rooms",
    testName: testNames.navRooms,
    isSetting: true,
  },
  {
    needs: setsClinic,
    to: "/settings/queues",
    text: "clinic.queues",
    icon: "queues",
    testName: testNames.navQueues,
    isSetting: true,
  },
  {
    needs: setsClinic,
    to: "/settings/languages",
    text: "clinic.languages",
    icon: "languages",
    testName: testNames.navLanguages,
    isSetting: true,
  },
];

/** Every page that the navigation leads to, in its order. */
export const ways: readonly Way[] = [
  today,
  appointments,
  patients,
  myPatients,
  vitals,
  ward,
  emergency,
  lab,
  radiology,
  pharmacy,
  stores,
  billing,
  claims,
  shift,
  revenue,
  attention,
  items,
  suppliers,
  devices,
  screens,
  templates,
  ...clinic,
];

/** The pages that somebody with these roles may open: those that they may read, and those of their work. */
export function waysOf(roles: readonly string[]): readonly Way[] {
  return ways.filter(
    ({ needs: { resource, action }, isOf }) =>
      (isOf === undefined || roles.includes(isOf)) &&
      isAllowed(roles, resource, "read") &&
      isAllowed(roles, resource, action),
  );
}

/** To which of some pages an address belongs: of those that it begins with, the longest. */
export function wayAt(offered: readonly Way[], pathname: string): Way | undefined {
  return offered
    .filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
    .toSorted((one, other) => other.to.length - one.to.length)[0];
}

/** Whether somebody with these roles may read what stands at an address; of an address that is no page of the navigation, true. */
export function mayRead(roles: readonly string[], pathname: string): boolean {
  const way = ways.find(({ to }) => to === pathname);
  return way === undefined || isAllowed(roles, way.needs.resource, "read");
}

/** The pages that whoever is signed in may open, in the order of the navigation. */
export function useWays(): readonly Way[] {
  return waysOf(useSignedIn().staff.roles);
}
