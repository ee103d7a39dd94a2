import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import type { LoadCatalog } from "#ui/i18n/language.tsx";
import { pagePart } from "#ui/net/page-part.ts";
import { enConsole } from "./en-console.ts";

/** The sentences that the console says: the desk's, by which its kit speaks, and its own, which the desk does not load. */
export const consoleCatalog: LoadCatalog = async (language) => {
  const shared = await deskCatalog(language);
  switch (language) {
    case "en":
      return { ...shared, ...enConsole };
    case "hi":
      return { ...shared, ...(await pagePart(() => import("./hi-console.ts"))).hiConsole };
    case "ur":
      return { ...shared, ...(await pagePart(() => import("./ur-console.ts"))).urConsole };
  }
};
