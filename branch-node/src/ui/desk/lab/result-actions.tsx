import type { LabOrder } from "@edgeward/shared/clinical/lab-orders/lab-orders.contract.ts";
import type {
  LabOrderStatus,
  OrderedTest,
} from "@edgeward/shared/clinical/lab-orders/lab-order-parts.contract.ts";
import type { LabResult } from "@edgeward/shared/clinical/lab-results/lab-results.contract.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useSignedIn } from "#ui/desk/session/session-context.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useNextVersion } from "./lab-queries.ts";
import { useLabRights } from "./order-actions.tsx";

/** What is opened over a test. */
export type Opened = "enter" | "tell" | "withdraw";

interface ResultActionsProps {
  readonly order: LabOrder;
  readonly test: OrderedTest;
  /** The version that stands; null while there is none. */
  readonly result: LabResult | null;
  readonly onOpen: (what: Opened) => void;
}

/** The states in which the laboratory has the specimens of an order, and answers are still to come. */
export const answerable: ReadonlySet<LabOrderStatus> = new Set([
  "received",
  "in_process",
  "partially_resulted",
]);

/** Whether a result is critical and nobody has been told of it. */
export function isUnacknowledged(result: LabResult | null): boolean {
  return result?.critical === true && result.critical_ack === null;
}

function Verify({ result, name }: { readonly result: LabResult; readonly name: string }) {
  const say = useSay();
  const { staff } = useSignedIn();
  const { mayVerify } = useLabRights();
  const next = useNextVersion(result.id, () =>
    notify({ text: say("lab.verifiedNow", { name }), tone: "good" }),
  );
  if (!mayVerify || result.status !== "preliminary") return null;
  if (result.performed_by === staff.id)
    return <span className="muted">{say("lab.verifiedByOther")}</span>;
  return (
    <>
      <Button
        isSmall
        icon="good"
        about={name}
        onPress={() => {
          if (!next.isPending) next.mutate({ status: "final" });
        }}
        testName={testNames.verify}
      >
        {say("lab.doVerify")}
      </Button>
      <FaultNotice error={next.error} />
    </>
  );
}

function More({ result, test, onOpen }: ResultActionsProps & { readonly result: LabResult }) {
  const say = useSay();
  const label = say("appointment.more", { name: test.name });
  const isOpen = result.status === "preliminary";
  const actions = [
    {
      id: "enter",
      text: say(isOpen ? "lab.change" : "lab.correct"),
      icon: "edit",
      testName: testNames.changeResult,
      onAction: () => onOpen("enter"),
    },
    {
      id: "withdraw",
      text: say("lab.withdraw"),
      icon: "close",
      testName: testNames.withdrawResult,
      onAction: () => onOpen("withdraw"),
    },
  ] as const;
  return (
    <Menu label={label} groups={[{ actions }]}>
      <IconButton icon="more" label={label} testName={testNames.resultMenu} />
    </Menu>
  );
}

/** What is done next with the answer to a test: entered, verified by somebody else, told, corrected, withdrawn. */
export function ResultActions(props: ResultActionsProps) {
  const { order, test, result, onOpen } = props;
  const say = useSay();
  const { mayEnter, mayTell, mayVerify } = useLabRights();
  const mayChange = result?.status === "preliminary" ? mayEnter : mayVerify;
  return (
    <span className="entry-actions">
      {result === null && mayEnter && answerable.has(order.status) ? (
        <Button
          isSmall
          icon="edit"
          about={test.name}
          onPress={() => onOpen("enter")}
          testName={testNames.enterResult}
        >
          {say("lab.doEnter")}
        </Button>
      ) : null}
      {result === null ? null : <Verify result={result} name={test.name} />}
      {isUnacknowledged(result) && mayTell ? (
        <Button
          isSmall
          about={test.name}
          onPress={() => onOpen("tell")}
          testName={testNames.acknowledge}
        >
          {say("lab.acknowledge")}
        </Button>
      ) : null}
      {result !== null && mayChange ? <More {...props} result={result} /> : null}
    </span>
  );
}
