import { createRoot } from "react-dom/client";
import { deskCatalog } from "#ui/i18n/desk-catalog.ts";
import { LanguageProvider, storedLanguage } from "#ui/i18n/language.tsx";
import { TrustPage } from "./trust-page.tsx";
import "#ui/wire/plain-shapes.ts";
import "#ui/style/fonts.css";
import "#ui/style/base.css";
import "#ui/kit/kit.css";
import "#ui/style/trust.css";

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no place to draw into");
const initialLanguage = await storedLanguage(deskCatalog);
createRoot(root).render(
  <LanguageProvider initial={initialLanguage} title="trust.title" load={deskCatalog}>
    <TrustPage />
  </LanguageProvider>,
);
