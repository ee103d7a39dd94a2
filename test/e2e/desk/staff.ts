import type { WireRecord } from "#e2e/clinical-calls.ts";
import type { Person } from "#e2e/running-product.ts";
import { world } from "./world.ts";

/** All staff of the demo's branch sign in with one password, by their names. */
function signInOf(staff: WireRecord | undefined): Person {
  const [given = "", family = ""] = String(staff?.["name"])
    .replace(/^Dr\. /u, "")
    .toLowerCase()
    .split(" ");
  const { password } = world.product.credentials.branch_staff;
  return { username: `${given}.${family}`, password };
}

/** Somebody of the demo's branch. @param place which of several */
export async function staffOfDemo(role: string, place = 0): Promise<Person> {
  return signInOf((await world.branch.list(`/v1/staff?role=${role}`))[place]);
}

/** Somebody of the demo's branch whose work is called so, of those who have a role. */
export async function staffCalled(designation: string, role: string): Promise<Person> {
  const staff = await world.branch.list(`/v1/staff?role=${role}`);
  return signInOf(staff.find((each) => each["designation"] === designation));
}
