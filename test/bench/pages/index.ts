import type { Finding } from "../figures.ts";
import type { World } from "../world.ts";
import { careFindings } from "./care-contests.ts";
import { deskFindings } from "./desk-contests.ts";
import { openDesks } from "./desks.ts";

/** The desk's pages in a browser, at a branch with very many patients. */
export async function pagesContest(world: World): Promise<readonly Finding[]> {
  const desks = await openDesks(world);
  if (desks === null) return [];
  try {
    return [...(await deskFindings(desks)), ...(await careFindings(desks))];
  } finally {
    await desks.stop();
  }
}
