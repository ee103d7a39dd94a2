import type { TextId } from "#ui/i18n/text.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import { testNames } from "#ui/test-names.ts";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";

/** A way to one of the desk's pages. */
export interface Way {
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
  to: "/today",
  text: "nav.today",
  icon: "today",
  testName: testNames.navToday,
  isSetting: false,
};
const myPatients: Way = {
  to: "/my-patients",
  text: "worklist.mine",
  icon: "stethoscope",
  testName: testNames.navMyPatients,
  isSetting: false,
};
const vitals: Way = {
  to: "/vitals",
  text: "worklist.vitals",
  icon: "vitals",
  testName: testNames.navVitals,
  isSetting: false,
};
const appointments: Way = {
  to: "/appointments",
  text: "calendar.title",
  icon: "calendar",
  testName: testNames.navAppointments,
  isSetting: false,
};
const patients: Way = {
  to: "/patients",
  text: "nav.patients",
  icon: "patients",
  testName: testNames.navPatients,
  isSetting: false,
};
const ward: Way = {
  to: "/ward",
  text: "ward.title",
  icon: "ward",
  testName: testNames.navWard,
  isSetting: false,
};
const emergency: Way = {
  to: "/emergency",
  text: "emergency.title",
  icon: "emergency",
  testName: testNames.navEmergency,
  isSetting: false,
};
const lab: Way = {
  to: "/lab",
  text: "lab.title",
  icon: "lab",
  testName: testNames.navLab,
  isSetting: false,
};
const radiology: Way = {
  to: "/radiology",
  text: "radiology.title",
  icon: "radiology",
  testName: testNames.navRadiology,
  isSetting: false,
};
const pharmacy: Way = {
  to: "/pharmacy",
  text: "pharmacy.title",
  icon: "pharmacy",
  testName: testNames.navPharmacy,
  isSetting: false,
};
const stores: Way = {
  to: "/stores",
  text: "stores.title",
  icon: "stores",
  testName: testNames.navStores,
  isSetting: false,
};
const items: Way = {
  to: "/stores/items",
  text: "catalogue.items",
  icon: "items",
  testName: testNames.navItems,
  isSetting: true,
};
const suppliers: Way = {
  to: "/stores/suppliers",
  text: "catalogue.suppliers",
  icon: "supplier",
  testName: testNames.navSuppliers,
  isSetting: true,
};
const billing: Way = {
  to: "/billing",
  text: "bills.title",
  icon: "bill",
  testName: testNames.navBilling,
  isSetting: false,
};
const claims: Way = {
  to: "/claims",
  text: "claims.title",
  icon: "claim",
  testName: testNames.navClaims,
  isSetting: false,
};
const shift: Way = {
  to: "/shift",
  text: "shift.title",
  icon: "drawer",
  testName: testNames.navShift,
  isSetting: false,
};
const revenue: Way = {
  to: "/revenue",
  text: "revenue.title",
  icon: "figures",
  testName: testNames.navRevenue,
  isSetting: false,
};
const attention: Way = {
  to: "/attention",
  text: "nav.attention",
  icon: "attention",
  testName: testNames.navAttention,
  isSetting: false,
};
const devices: Way = {
  to: "/settings/devices",
  text: "devices.open",
  icon: "print",
  testName: testNames.devicesButton,
  isSetting: true,
};
const screens: Way = {
  to: "/settings/screens",
  text: "screens.open",
  icon: "screen",
  testName: testNames.screensButton,
  isSetting: true,
};
const templates: Way = {
  to: "/settings/templates",
  text: "look.open",
  icon: "documents",
  testName: testNames.templatesButton,
  isSetting: true,
};

const clinic: readonly Way[] = [
  {
    to: "/settings/departments",
    text: "clinic.departments",
    icon: "departments",
    testName: testNames.navDepartments,
    isSetting: true,
  },
  {
    to: "/settings/rooms",
    text: "clinic.rooms",
    icon: "rooms",
    testName: testNames.navRooms,
    isSetting: true,
  },
  {
    to: "/settings/queues",
    text: "clinic.queues",
    icon: "queues",
    testName: testNames.navQueues,
    isSetting: true,
  },
  {
    to: "/settings/languages",
    text: "clinic.languages",
    icon: "languages",
    testName: testNames.navLanguages,
    isSetting: true,
  },
];

/** The pages that somebody may open, in the order of the navigation. */
export function useWays(): readonly Way[] {
  const isDoctor = useSignedIn().staff.roles.includes("doctor");
  const mayTreat = useMay("encounters", "update");
  const mayBook = useMay("appointments", "read");
  const mayReadBeds = useMay("beds", "read");
  const mayReadTriage = useMay("triage", "read");
  const mayReadOrders = useMay("lab_orders", "read");
  const mayReadStudies = useMay("radiology_studies", "read");
  const mayReadDispenses = useMay("dispenses", "read");
  const mayKeepStock = useMay("stock_moves", "read");
  const mayListItems = useMay("items", "update");
  const mayListSuppliers = useMay("suppliers", "update");
  const mayBill = useMay("invoices", "read");
  const mayClaim = useMay("claims", "update");
  const mayHaveDrawer = useMay("cashier_shifts", "read");
  const mayReadRevenue = useMay("revenue", "read");
  const maySetUp = useMay("devices", "update");
  const maySetClinic = useMay("departments", "update");
  const mayReadTemplates = useMay("print_templates", "read");
  return [
    today,
    ...(mayBook ? [appointments] : []),
    patients,
    ...(isDoctor ? [myPatients] : []),
    ...(mayTreat ? [vitals] : []),
    ...(mayReadBeds ? [ward] : []),
    ...(mayReadTriage ? [emergency] : []),
    ...(mayReadOrders ? [lab] : []),
    ...(mayReadStudies ? [radiology] : []),
    ...(mayReadDispenses ? [pharmacy] : []),
    ...(mayKeepStock ? [stores] : []),
    ...(mayBill ? [billing] : []),
    ...(mayClaim ? [claims] : []),
    ...(mayHaveDrawer ? [shift] : []),
    ...(mayReadRevenue ? [revenue] : []),
    attention,
    ...(mayListItems ? [items] : []),
    ...(mayListSuppliers ? [suppliers] : []),
    devices,
    ...(maySetUp ? [screens] : []),
    ...(mayReadTemplates ? [templates] : []),
    ...(maySetClinic ? clinic : []),
  ];
}
