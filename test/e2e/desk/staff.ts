import { world } from "./world.ts";

/** Somebody of the demo's branch: all its staff sign in with one password, by their names. @param place which of several */
export async function staffOfDemo(role: string, place = 0) {
  const staff = await world.branch.list(`/v1/staff?role=${role}`);
  const [given = "", family = ""] = String(staff[place]?.["name"])
    .replace(/^Dr\. /u, "")
    .toLowerCase()
    .split(" ");
  const { password } = world.product.credentials.branch_staff;
  return { username: `${given}.${family}`, password };
}
