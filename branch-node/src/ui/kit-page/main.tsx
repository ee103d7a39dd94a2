import { createRoot } from "react-dom/client";
import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import { storedLanguage } from "#ui/i18n/language.tsx";
import { keptAppearance, wear } from "#ui/kit/appearance.ts";
import { KitPage, kitPerson } from "./kit-page.tsx";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/kit/kit.css";
import "./kit-page.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
wear(keptAppearance(kitPerson));
createRoot(root).render(<KitPage initialLanguage={await storedLanguage(deskCatalog)} />);
