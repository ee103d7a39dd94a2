import type { Ward } from "@edgeward/shared/clinical/wards/wards.contract.ts";
import { localNamesOf } from "@edgeward/shared/kernel/local-names.ts";
import { useLanguage } from "#ui/i18n/language-choice.ts";
import { localName } from "#ui/wire/local-name.ts";

/** Says a ward by its name in the page's language. */
export function useWardName(): (ward: Ward) => string {
  const { language } = useLanguage();
  return (ward) => localName(localNamesOf(ward), language);
}
