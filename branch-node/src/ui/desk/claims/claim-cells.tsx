import type { AskedOfPayer } from "#ui/desk/payers/asked.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";
import { claimTones, timeToDecide, type PayersClaim } from "./claim-list.ts";

/** How far a claim has come. */
export function ClaimState({ status }: Pick<PayersClaim, "status">) {
  const say = useSay();
  return <Badge tone={claimTones[status]}>{say(`claimStatus.${status}`)}</Badge>;
}

/** How long the payer has still to decide; marked where that time is over. */
export function DecisionClock({ claim }: { readonly claim: AskedOfPayer }) {
  const say = useSay();
  const time = timeToDecide(claim, useNow(10_000));
  if (time === null) return null;
  const { isOver, minutes } = time;
  if (!isOver) return <span>{say("claims.left", { minutes })}</span>;
  return (
    <Badge tone="danger" icon="warning" testName={testNames.claimLate}>
      {say("claims.over", { minutes })}
    </Badge>
  );
}

/** What a claim waits for here: papers, or an answer to the payer. */
export function ClaimNeeds({ claim }: { readonly claim: AskedOfPayer }) {
  const say = useSay();
  const { documents_missing: missing, queries, status } = claim;
  const open = queries.filter((one) => one.answered_at === null).length;
  if (open > 0) return <Badge tone="warning">{say("claims.toAnswer", { count: open })}</Badge>;
  if (status !== "draft" || missing.length === 0) return null;
  return <span>{say("claims.lacking", { count: missing.length })}</span>;
}

interface RejectedProps {
  readonly of: {
    readonly status: string;
    readonly status_history: readonly { readonly status: string; readonly reason: string | null }[];
  };
}

/** Why the payer rejected it, for as long as that stands. */
export function RejectedFor({ of }: RejectedProps) {
  const say = useSay();
  const reason = of.status_history.findLast(({ status }) => status === "rejected")?.reason ?? null;
  if (of.status !== "rejected" || reason === null) return null;
  return (
    <p className="notice notice-danger" data-testid={testNames.rejectedFor}>
      <bdi>{say("claims.rejectedFor", { reason })}</bdi>
    </p>
  );
}
