// Before any shape is made.
import "#ui/wire/plain-shapes.ts";
import { createRoot } from "react-dom/client";
import { consoleCatalog } from "#ui/i18n/console/console-catalog.ts";
import { storedLanguage } from "#ui/i18n/language.tsx";
import { createQueryClient } from "#ui/net/api.ts";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/kit/kit.css";
import "#ui/style/desk.css";
import "#ui/style/shell.css";
import "#ui/style/console.css";
import { ConsoleApp } from "./app.tsx";
import { ConsoleSession } from "./console-session.ts";

const session = new ConsoleSession();
const queries = createQueryClient();
queries.getQueryCache().subscribe(({ query }) => session.heed(query.state.error));
queries.getMutationCache().subscribe(({ mutation }) => session.heed(mutation?.state.error));

// Nothing that one person has read stays on the screen for the next.
session.subscribe(() => {
  if (session.get().kind === "out") queries.clear();
});

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const [initialLanguage] = await Promise.all([storedLanguage(consoleCatalog), session.resume()]);
createRoot(root).render(
  <ConsoleApp session={session} queries={queries} initialLanguage={initialLanguage} />,
);
