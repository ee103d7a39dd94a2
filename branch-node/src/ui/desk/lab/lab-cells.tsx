import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import { useNow } from "#ui/desk/shell/moments.ts";
import { elapsed } from "#ui/desk/shell/status-texts.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { orderLooks, priorityTones, testLooks } from "./lab-list.ts";

/** How urgent an order is; nothing where it is not. */
export function PriorityMark({
  order: { priority },
}: {
  readonly order: Pick<LabOrder, "priority">;
}) {
  const say = useSay();
  if (priority === "routine") return null;
  return <Badge tone={priorityTones[priority]}>{say(`labPriority.${priority}`)}</Badge>;
}

/** How far an order has come. */
export function OrderState({ order: { status } }: { readonly order: LabOrder }) {
  const say = useSay();
  const { text, tone } = orderLooks[status];
  return <Badge tone={tone}>{say(text)}</Badge>;
}

// Of a panel so many tests are named in a line; the order itself names all.
const mostNamed = 5;

/** The tests of an order, those that have come further with how far, and what somebody has to be told at once. */
export function OrderTests({ order: { tests } }: { readonly order: Pick<LabOrder, "tests"> }) {
  const say = useSay();
  const isLong = tests.length > mostNamed + 1;
  const named = tests.filter(
    ({ status, is_critical_open: isCritical }, place) =>
      !isLong || place < mostNamed || isCritical || status !== "pending",
  );
  const more = tests.length - named.length;
  return (
    <span className="lab-ordered" title={tests.map(({ name }) => name).join(", ")}>
      {named.map(({ id, name, status, is_critical_open: isCritical }) => (
        <span key={id} className="lab-test">
          <bdi>{name}</bdi>
          {status === "pending" ? null : (
            <>
              {" "}
              <Badge tone={testLooks[status].tone}>{say(testLooks[status].text)}</Badge>
            </>
          )}
          {isCritical ? (
            <>
              {" "}
              <Badge tone="danger" icon="warning">
                {say("lab.critical")}
              </Badge>
            </>
          ) : null}
        </span>
      ))}
      {more === 0 ? null : <span className="muted">{say("lab.moreTests", { count: more })}</span>}
    </span>
  );
}

/** Since when an order waits; marked where it should have been answered. */
export function OrderAge({ order }: { readonly order: LabOrder }) {
  const say = useSay();
  const now = useNow(30_000);
  const { ordered_at: at, tat_breached: isLate } = order;
  if (at === null) return null;
  const { text, count } = elapsed(at, now);
  const age = say(text, { count });
  return isLate ? (
    <Badge tone="warning" icon="warning">
      {age}
    </Badge>
  ) : (
    <span>{age}</span>
  );
}
