import { useState } from "react";
import { useConsoleSay, type ConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { FormEnds } from "#ui/kit/form-ends.tsx";
import { Menu } from "#ui/kit/menu.tsx";
import { Badge, Banner, Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import {
  useReceivers,
  useRotateSecret,
  useStopReceiver,
  type Receiver,
} from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { consoleFaultText, stopText } from "./console-texts.ts";
import { useMoment } from "./moments.ts";

function StateOf({ receiver }: { readonly receiver: Receiver }) {
  const say = useConsoleSay();
  const moment = useMoment();
  const { status, disabled_reason: reason, failing_since: since, failure_count: count } = receiver;
  if (status !== "enabled")
    return (
      <Badge tone="neutral" icon="close">
        {say(stopText(reason))}
      </Badge>
    );
  if (since === null)
    return (
      <Badge tone="good" icon="good">
        {say("console.receiving")}
      </Badge>
    );
  return (
    <Badge tone="warning" icon="warning">
      {say("console.failing", { count, time: moment(since) })}
    </Badge>
  );
}

interface RowActions {
  readonly onRotate: (receiver: Receiver) => void;
  readonly onStop: (receiver: Receiver) => void;
}

function RowMenu({ receiver, onRotate, onStop }: RowActions & { readonly receiver: Receiver }) {
  const say = useConsoleSay();
  const actions = [
    {
      id: "rotate",
      text: say("console.rotate"),
      icon: "busy",
      testName: consoleTestNames.receiverRotate,
      onAction: () => onRotate(receiver),
    },
    {
      id: "stop",
      text: say("console.stop"),
      icon: "close",
      isDisabled: receiver.status !== "enabled",
      testName: consoleTestNames.receiverStop,
      onAction: () => onStop(receiver),
    },
  ] as const;
  return (
    <Menu label={say("patient.actions")} groups={[{ actions }]}>
      <Button
        look="quiet"
        icon="more"
        about={receiver.url}
        testName={consoleTestNames.receiverMenu}
      >
        <span className="visually-hidden">{say("patient.actions")}</span>
      </Button>
    </Menu>
  );
}

function columnsFor(say: ConsoleSay, actions: RowActions): readonly TableColumn<Receiver>[] {
  return [
    {
      id: "url",
      width: "4fr",
      title: say("console.url"),
      isRowHeader: true,
      sortBy: ({ url }) => url,
      cell: ({ url }) => <code className="console-code">{url}</code>,
    },
    {
      id: "events",
      width: "4fr",
      title: say("console.events"),
      cell: ({ events }) =>
        events.includes("*") ? (
          say("console.allEvents")
        ) : (
          <code className="console-code">{events.join(", ")}</code>
        ),
    },
    {
      id: "state",
      width: "3fr",
      title: say("console.state"),
      sortBy: ({ status, failure_count: count }) => (status === "enabled" ? count : null),
      cell: (receiver) => <StateOf receiver={receiver} />,
    },
    {
      id: "menu",
      width: "fit 80",
      title: say("patient.actions"),
      isUntitled: true,
      cell: (receiver) => <RowMenu receiver={receiver} {...actions} />,
    },
  ];
}

function StopQuestion({
  receiver,
  onClose,
}: {
  readonly receiver: Receiver;
  readonly onClose: () => void;
}) {
  const say = useConsoleSay();
  const stop = useStopReceiver();
  return (
    <Dialog title={say("console.stop")} closeLabel={say("action.close")} onClose={onClose}>
      <div className="dialog-form">
        {stop.error === null ? null : (
          <Banner tone="danger">{consoleFaultText(stop.error, say)}</Banner>
        )}
        <p>{say("console.stopAdvice")}</p>
        <code className="console-code">{receiver.url}</code>
        <FormEnds
          action={say("console.stop")}
          look="danger"
          isDisabled={stop.isPending}
          onAct={() => stop.mutate(receiver.id, { onSuccess: onClose })}
          testName={consoleTestNames.stopForGood}
          leave={say("action.cancel")}
          onLeave={onClose}
        />
      </div>
    </Dialog>
  );
}

/** The tenant's receivers of webhooks. @param onSecret is given a new secret, to be shown once */
export function Receivers({ onSecret }: { readonly onSecret: (secret: string) => void }) {
  const say = useConsoleSay();
  const { data, error, hasNextPage, fetchNextPage } = useReceivers();
  const rotate = useRotateSecret();
  const [stopping, setStopping] = useState<Receiver | null>(null);
  const onRotate = ({ id }: Receiver) =>
    rotate.mutate(id, { onSuccess: ({ signing_secret: secret }) => onSecret(secret) });
  const fault = error ?? rotate.error;
  const rows = data?.pages.flatMap((page) => page.data);
  return (
    <>
      {fault === null ? null : <Banner tone="danger">{consoleFaultText(fault, say)}</Banner>}
      <Card title={say("console.receivers")} isFlush>
        {rows === undefined ? (
          <Skeleton label={say("action.loading")} />
        ) : (
          <div className="table-frame console-table">
            <Table
              label={say("console.receivers")}
              columns={columnsFor(say, { onRotate, onStop: setStopping })}
              rows={rows}
              textOf={({ url }) => url}
              empty={say("console.noReceivers")}
              rowTestName={consoleTestNames.receiverRow}
            />
          </div>
        )}
      </Card>
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()}>{say("console.more")}</Button>
      ) : null}
      {stopping === null ? null : (
        <StopQuestion receiver={stopping} onClose={() => setStopping(null)} />
      )}
    </>
  );
}
