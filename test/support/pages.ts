import { fileURLToPath } from "node:url";
// oxlint-disable-next-line no-restricted-imports -- the parts of the demo are in no package
import { buildPages } from "../../scripts/demo/pages.ts";
import { madeOnce } from "./made-once.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Has the branch's pages built, by one of all that run at once: they stand in one folder of the tree. */
export async function pagesBuilt(): Promise<void> {
  await madeOnce("pages", () => buildPages(root));
}
