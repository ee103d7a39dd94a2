import type { RevenueSummary } from "@edgeward/shared/clinical/revenue/revenue.contract.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Banner } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** What is not in the figures yet is said, and never left out in silence. */
export function RevenueIncomplete({ summary }: { readonly summary: RevenueSummary }) {
  const say = useSay();
  if (summary.complete) return null;
  const unsent = summary.waiting.reduce((sum, each) => sum + (each.unsent ?? 0), 0);
  const aside = summary.waiting.reduce((sum, each) => sum + each.set_aside, 0);
  return (
    <Banner tone="info" testName={testNames.revenueIncomplete}>
      {say("revenue.incomplete", { count: unsent, total: aside })}
    </Banner>
  );
}
