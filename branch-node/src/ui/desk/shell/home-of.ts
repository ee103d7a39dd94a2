/** The pages at which somebody's day begins. */
export const homes = [
  "/today",
  "/my-patients",
  "/vitals",
  "/lab",
  "/radiology",
  "/pharmacy",
  "/stores",
  "/billing",
] as const;

/** The page at which somebody's day begins. */
export type Home = (typeof homes)[number];

const deskRoles: ReadonlySet<string> = new Set(["front_desk", "branch_admin", "tenant_admin"]);

/** What of somebody says where their day begins. */
interface Worker {
  readonly roles: readonly string[];
  readonly department: string | null;
}

// Specimens and images are both the laboratory's by role: whoever takes images belongs to their department.
const imaging = "radiology";

/** Where somebody begins: doctors among their own patients, nurses where vitals are due, the laboratory, the images and the pharmacy at their work lists, storekeepers in the stores, cashiers among the bills, all others with the day. */
export function homeOf({ roles, department }: Worker): Home {
  if (roles.includes("doctor")) return "/my-patients";
  const isAtDesk = roles.some((role) => deskRoles.has(role));
  if (isAtDesk) return "/today";
  if (roles.includes("nurse")) return "/vitals";
  if (roles.includes("lab")) return department === imaging ? "/radiology" : "/lab";
  if (roles.includes("pharmacist")) return "/pharmacy";
  if (roles.includes("stores")) return "/stores";
  return roles.includes("billing") ? "/billing" : "/today";
}
