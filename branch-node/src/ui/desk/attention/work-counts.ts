import { useQueries } from "@tanstack/react-query";
import {
  isAllowed,
  type AccessAction,
  type ResourceName,
} from "@edgeward/shared/contract/access.ts";
import { queryKeys } from "#ui/desk/data/query-keys.ts";
import { useToday } from "#ui/desk/shell/moments.ts";
import { useClient, useSignedIn } from "#ui/desk/session/session-context.tsx";
import { pagePart } from "#ui/net/page-part.ts";
import type { TextId } from "#ui/i18n/text.ts";
import type { IconName } from "#ui/kit/icon.tsx";
import { workKinds, type WorkKind } from "./work-kinds.ts";

interface Work {
  readonly key: readonly string[];
  /** Of whom it is asked for: of those who may do all of this. */
  readonly needs: readonly (readonly [ResourceName, AccessAction])[];
  readonly text: TextId;
  readonly icon: IconName;
  /** Where it is done. */
  readonly way: {
    readonly to: "/lab" | "/radiology" | "/emergency" | "/stores";
    readonly search?: { readonly show: "expiring" | "low" };
  };
}

/** What each kind is, whose it is, and where it is done. */
export const works: Readonly<Record<WorkKind, Work>> = {
  criticals: {
    key: queryKeys.labResults,
    needs: [
      ["lab_results", "read"],
      ["lab_orders", "read"],
    ],
    text: "attention.criticals",
    icon: "lab",
    way: { to: "/lab" },
  },
  findings: {
    key: queryKeys.radiologyStudies,
    // Those who look after patients, and not everybody who sees that an image was asked for.
    needs: [
      ["radiology_studies", "read"],
      ["lab_results", "read"],
    ],
    text: "attention.findings",
    icon: "radiology",
    way: { to: "/radiology" },
  },
  overdue: {
    key: queryKeys.triage,
    needs: [["triage", "read"]],
    text: "attention.overdue",
    icon: "emergency",
    way: { to: "/emergency" },
  },
  expired: {
    key: queryKeys.stockWaiting,
    needs: [
      ["stock", "update"],
      ["stock_moves", "read"],
    ],
    text: "attention.expired",
    icon: "stores",
    way: { to: "/stores", search: { show: "expiring" } },
  },
  usedUp: {
    key: queryKeys.stockWaiting,
    needs: [
      ["stock", "update"],
      ["stock_moves", "read"],
    ],
    text: "attention.usedUp",
    icon: "stores",
    way: { to: "/stores", search: { show: "low" } },
  },
};

/** The kinds of work that are asked for of whoever holds these roles. */
export function workOf(roles: readonly string[]): readonly WorkKind[] {
  return workKinds.filter((kind) =>
    works[kind].needs.every(([resource, action]) => isAllowed(roles, resource, action)),
  );
}

// Time alone makes an emergency overdue, and a medicine expired.
const againMs = 60_000;

/** How much work of each kind has waited too long; of a kind that is not theirs, nothing. */
export function useWorkCounts(): Readonly<Record<WorkKind, number>> {
  const client = useClient();
  const today = useToday();
  const kinds = workOf(useSignedIn().staff.roles);
  return useQueries({
    queries: kinds.map((kind) => ({
      queryKey: [...works[kind].key, "waiting", kind, today],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
        const { workReaders } = await pagePart(() => import("./work-waiting.ts"));
        return workReaders[kind]({ client, signal, today, now: Date.now() });
      },
      refetchInterval: againMs,
      // Advice: where it fails, the page of the work itself says why.
      retry: false,
    })),
    combine: (results) => {
      const counts = { criticals: 0, findings: 0, overdue: 0, expired: 0, usedUp: 0 };
      for (const [place, { data }] of results.entries()) {
        const kind = kinds[place];
        if (kind !== undefined) counts[kind] = data ?? 0;
      }
      return counts;
    },
  });
}
