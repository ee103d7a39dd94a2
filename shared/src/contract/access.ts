import { careAccess } from "./care-access.ts";
import { moneyAccess, moneyCountersigned } from "./money-access.ts";
import { stockAccess } from "./stock-access.ts";

/** create, read, update or transition, approve or verify, print, export. */
export type AccessAction = "create" | "read" | "update" | "approve" | "print" | "export";

/** The clinical roles. A caller may hold several; a request may narrow itself to one. */
export const roles = [
  "front_desk",
  "nurse",
  "doctor",
  "pharmacist",
  "lab",
  "billing",
  "stores",
  "branch_admin",
  "tenant_admin",
  "auditor",
  "integrator",
  "device",
  "platform",
  // A branch node speaking for itself: nothing but sync.
  "node",
] as const;

/** One of the roles. */
export type Role = (typeof roles)[number];

const letters: Readonly<Record<string, AccessAction>> = {
  C: "create",
  R: "read",
  U: "update",
  A: "approve",
  P: "print",
  X: "export",
};

type Grants = Readonly<Partial<Record<Role, string>>>;

const everyStaff: Grants = {
  front_desk: "R",
  nurse: "R",
  doctor: "R",
  pharmacist: "R",
  lab: "R",
  billing: "R",
  stores: "R",
};

const clinicSetting: Grants = {
  ...everyStaff,
  branch_admin: "CRU",
  tenant_admin: "CRU",
  auditor: "R",
  integrator: "R",
  device: "R",
};

/** Who may do what: a letter an action (create, read, update, approve, print, export). */
const matrix = {
  // That two records are one person (A) is decided by those who answer for it.
  patients: {
    front_desk: "CRUP",
    nurse: "RU",
    doctor: "RUA",
    pharmacist: "R",
    lab: "R",
    billing: "R",
    branch_admin: "CRUAX",
    tenant_admin: "CRUAX",
    auditor: "R",
    integrator: "CRU",
    device: "CR",
  },
  // Who changed what of a patient is read by those who change it, and by those who look after them.
  patient_changes: {
    front_desk: "R",
    nurse: "R",
    doctor: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
  },
  appointments: {
    front_desk: "CRU",
    nurse: "RU",
    // A doctor books the follow-up of a visit. What is kept for online booking (A) is not everybody's to give away.
    doctor: "CRUA",
    billing: "R",
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    auditor: "R",
    integrator: "CRU",
    device: "CRU",
  },
  staff: {
    ...everyStaff,
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    auditor: "R",
    integrator: "R",
    device: "R",
  },
  audit: { branch_admin: "R", tenant_admin: "RX", auditor: "RX" },
  sync: {
    ...everyStaff,
    branch_admin: "RU",
    tenant_admin: "RU",
    auditor: "R",
    integrator: "R",
    node: "CRU",
    // A tablet hands its operations to its branch; whose they are is checked by the key that signs them.
    device: "C",
  },
  // Whoever works with records may say which value is right; what touches a life needs more (see conflicts.rules.ts).
  conflicts: {
    ...everyStaff,
    front_desk: "RU",
    nurse: "RU",
    doctor: "RU",
    billing: "RU",
    branch_admin: "RU",
    tenant_admin: "RU",
    auditor: "R",
    integrator: "R",
  },
  // What somebody has begun to write is theirs; an administrator (A) looks at others' and discards them.
  drafts: {
    front_desk: "CRU",
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "CRU",
    lab: "CRU",
    billing: "CRU",
    stores: "CRU",
    branch_admin: "CRUA",
    tenant_admin: "CRUA",
    device: "CRU",
  },
  // Whoever keeps the calendar says when nobody is booked; a doctor, when the doctor is away.
  schedule_exceptions: {
    front_desk: "CRU",
    nurse: "R",
    doctor: "CRU",
    billing: "R",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
    device: "R",
  },
  // Who may book may also note who waits for a time.
  waitlist_entries: {
    front_desk: "CRU",
    nurse: "R",
    doctor: "CRU",
    billing: "R",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  holidays: {
    ...everyStaff,
    branch_admin: "R",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
    device: "R",
  },
  // A search with a name is its owner's: those who look through lists of patients keep some.
  saved_searches: {
    front_desk: "CRU",
    nurse: "CRU",
    doctor: "CRU",
    pharmacist: "CRU",
    lab: "CRU",
    billing: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
  },
  devices: { ...everyStaff, branch_admin: "CRUA", tenant_admin: "R", auditor: "R" },
  // What a paired kiosk or tablet does for itself: the register, which says where documents go, is not its to change.
  own_device: { device: "C" },
  print_jobs: {
    front_desk: "CRUP",
    nurse: "CRP",
    doctor: "CRP",
    pharmacist: "CRP",
    lab: "CRP",
    billing: "CRP",
    stores: "CRP",
    branch_admin: "CRUA",
    tenant_admin: "R",
    auditor: "R",
    device: "CU",
  },
  // Whoever takes money; nobody else has business in a drawer.
  cash_drawers: { front_desk: "C", pharmacist: "C", billing: "C", branch_admin: "C" },
  // A tenant's own look is its administrator's to set (A); a branch's own is its administrator's.
  print_templates: {
    ...everyStaff,
    branch_admin: "RU",
    tenant_admin: "RUA",
    auditor: "R",
    device: "R",
  },
  items: {
    ...everyStaff,
    pharmacist: "CRU",
    stores: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // Whoever orders, takes in or pays for goods; what a supplier asks for is nobody else's business.
  suppliers: {
    nurse: "R",
    pharmacist: "CRU",
    lab: "R",
    billing: "R",
    stores: "CRU",
    branch_admin: "CRU",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
  },
  // What a laboratory can be asked for is set up by whoever answers for it, and read by whoever orders or bills.
  lab_tests: {
    ...everyStaff,
    lab: "CRU",
    branch_admin: "R",
    tenant_admin: "CRU",
    auditor: "R",
    integrator: "CRU",
    device: "R",
  },
  // A nurse orders for a doctor and collects; what becomes of an order from there is the laboratory's (see lab-orders.states.ts).
  lab_orders: {
    front_desk: "R",
    nurse: "CRU",
    doctor: "CRU",
    lab: "RU",
    billing: "R",
    branch_admin: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "CR",
  },
  // Who verifies (A) is never who has entered it (see lab-results.commands.ts).
  lab_results: {
    nurse: "R",
    doctor: "R",
    lab: "CRUA",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // Doctors prescribe, each in the doctor's own name (see prescriptions.commands.ts).
  prescriptions: {
    nurse: "R",
    doctor: "CRU",
    pharmacist: "R",
    tenant_admin: "R",
    auditor: "R",
    integrator: "R",
  },
  // What the clinic consists of is its manager's to say; everybody, and every screen, reads it.
  departments: clinicSetting,
  rooms: clinicSetting,
  wards: clinicSetting,
  ...careAccess,
  ...moneyAccess,
  ...stockAccess,
  queues: clinicSetting,
  screen_settings: clinicSetting,
  // Whoever works here sets the PIN by which their own desk opens again.
  own_pin: {
    front_desk: "U",
    nurse: "U",
    doctor: "U",
    pharmacist: "U",
    lab: "U",
    billing: "U",
    stores: "U",
    branch_admin: "U",
    tenant_admin: "U",
    auditor: "U",
  },
  // A kiosk for those who come: it finds and checks in, and never sees a record.
  check_ins: { device: "CR" },
  // Where a tenant's events are sent is a matter of the whole tenant.
  webhooks: { tenant_admin: "CRU" },
  tenants: { branch_admin: "R", tenant_admin: "RUC", auditor: "R", platform: "CRUA" },
} as const satisfies Readonly<Record<string, Grants>>;

/** What a permission is about. */
export type ResourceName = keyof typeof matrix;

/** Who may do what, by what it is about and by role. */
export const accessMatrix: Readonly<Record<ResourceName, Grants>> = matrix;

/** Whether one of the roles may do it. */
export function isAllowed(
  held: readonly string[],
  resource: ResourceName,
  action: AccessAction,
): boolean {
  const grants = accessMatrix[resource];
  return roles.some(
    (role) =>
      held.includes(role) && [...(grants[role] ?? "")].some((letter) => letters[letter] === action),
  );
}

/** The scope that an action needs: `patients:write`. Reading is `read`; approving and exporting have their own. */
export function scopeFor(resource: ResourceName, action: AccessAction): string {
  const verb = action === "read" || action === "approve" || action === "export" ? action : "write";
  return `${resource}:${verb}`;
}

/** The scope of a token by which somebody acts at a colleague's desk: what is signed for by two, and nothing else. */
export const countersignedScope = moneyCountersigned
  .map(({ resource, action }) => scopeFor(resource, action))
  .join(" ");

/** Whether the scopes of a token cover it; null is a token without limits of its own. */
export function isInScope(
  scopes: ReadonlySet<string> | null,
  resource: ResourceName,
  action: AccessAction,
): boolean {
  return scopes === null || scopes.has(`${resource}:*`) || scopes.has(scopeFor(resource, action));
}
