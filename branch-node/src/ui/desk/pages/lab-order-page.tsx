import { useNavigate, useParams } from "@tanstack/react-router";
import { OrderState, PriorityMark } from "#ui/desk/lab/lab-cells.tsx";
import { useLabOrder } from "#ui/desk/lab/lab-queries.ts";
import { OrderPanel } from "#ui/desk/lab/order-panel.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { testNames } from "#ui/test-names.ts";

/** One order of the laboratory, at its own address. */
export function LabOrderPage() {
  const say = useSay();
  const go = useNavigate();
  const { order: id } = useParams({ from: "/lab/orders/$order" });
  const { data: order, error } = useLabOrder(id);
  return (
    <section
      className="page ward"
      aria-label={order?.order_no ?? say("lab.order")}
      data-testid={testNames.labOrder}
    >
      <PageHead title={order?.order_no ?? say("lab.order")}>
        {order === undefined ? null : (
          <span className="stay-who">
            <PriorityMark order={order} />
            <OrderState order={order} />
          </span>
        )}
        <Button onPress={() => void go({ to: "/lab" })} testName={testNames.toLab}>
          {say("lab.back")}
        </Button>
      </PageHead>
      <FaultNotice error={error} />
      {order !== undefined || error !== null ? null : <Skeleton label={say("action.loading")} />}
      {order === undefined ? null : <OrderPanel order={order} />}
    </section>
  );
}
