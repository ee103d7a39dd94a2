/** The pages at which somebody's day begins. */
export const homes = [
  "/today",
  "/my-patients",
  "/vitals",
  "/lab",
  "/pharmacy",
  "/stores",
  "/billing",
] as const;

/** The page at which somebody's day begins. */
export type Home = (typeof homes)[number];

const deskRoles: ReadonlySet<string> = new Set(["front_desk", "branch_admin", "tenant_admin"]);

/** Where somebody begins who holds these roles: doctors among their own patients, nurses where vitals are due, the laboratory and the pharmacy at their work lists, storekeepers in the stores, cashiers among the bills, all others with the day. */
export function homeOf(roles: readonly string[]): Home {
  if (roles.includes("doctor")) return "/my-patients";
  const isAtDesk = roles.some((role) => deskRoles.has(role));
  if (isAtDesk) return "/today";
  if (roles.includes("nurse")) return "/vitals";
  if (roles.includes("lab")) return "/lab";
  if (roles.includes("pharmacist")) return "/pharmacy";
  if (roles.includes("stores")) return "/stores";
  return roles.includes("billing") ? "/billing" : "/today";
}
