import { useState } from "react";
import { useConsoleSay, type ConsoleSay } from "#ui/i18n/console/console-say.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Badge, Banner, Card, Skeleton } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { useDeliveries, useReceivers, useResend, type Delivery } from "./console-queries.ts";
import { consoleTestNames } from "./console-test-names.ts";
import { attemptText, consoleFaultText, deliveryText } from "./console-texts.ts";
import { useMoment } from "./moments.ts";

type Attempt = Delivery["attempts"][number];

function resultOf(
  { http_status: status, error_class: errorClass }: Attempt,
  say: ConsoleSay,
): string {
  if (status !== null) return say("console.tryAnswer", { count: String(status) });
  return say(attemptText(errorClass));
}

function StateOf({ delivery }: { readonly delivery: Delivery }) {
  const say = useConsoleSay();
  const { text, tone, icon } = deliveryText(delivery.delivery_status);
  return (
    <Badge tone={tone} icon={icon}>
      {say(text)}
    </Badge>
  );
}

function attemptsColumn(
  say: ConsoleSay,
  onOpen: (delivery: Delivery) => void,
): TableColumn<Delivery> {
  return {
    id: "attempts",
    width: "fit 140",
    title: say("console.attempts"),
    sortBy: ({ attempts }) => attempts.length,
    cell: (each) => (
      <Button
        look="quiet"
        isSmall
        about={each.event_type}
        isDisabled={each.attempts.length === 0}
        onPress={() => onOpen(each)}
        testName={consoleTestNames.deliveryOpen}
      >
        {say("console.tries", { count: each.attempts.length })}
      </Button>
    ),
  };
}

function columnsFor(
  say: ConsoleSay,
  moment: (at: string) => string,
  urlOf: (id: string) => string,
  onOpen: (delivery: Delivery) => void,
): readonly TableColumn<Delivery>[] {
  return [
    {
      id: "event",
      width: "3fr",
      title: say("console.event"),
      isRowHeader: true,
      sortBy: ({ event_type: type }) => type,
      cell: ({ event_type: type }) => <code className="console-code">{type}</code>,
    },
    {
      id: "made",
      width: 170,
      title: say("console.made"),
      sortBy: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => moment(at),
    },
    {
      id: "receiver",
      width: "4fr",
      title: say("console.receiver"),
      sortBy: ({ endpoint_id: id }) => urlOf(id),
      cell: ({ endpoint_id: id }) => <code className="console-code">{urlOf(id)}</code>,
    },
    {
      id: "state",
      width: 150,
      title: say("console.state"),
      sortBy: ({ delivery_status: status }) => say(deliveryText(status).text),
      cell: (each) => <StateOf delivery={each} />,
    },
    attemptsColumn(say, onOpen),
  ];
}

/** Sends it once more: to whoever has lost it, or has been put right since. */
function Resend({ delivery }: { readonly delivery: Delivery }) {
  const say = useConsoleSay();
  const resend = useResend();
  return (
    <div className="console-row">
      {resend.error === null ? null : (
        <Banner tone="danger">{consoleFaultText(resend.error, say)}</Banner>
      )}
      <Button
        icon="send"
        isDisabled={resend.isPending}
        onPress={() =>
          resend.mutate(delivery.id, {
            onSuccess: () => notify({ text: say("console.resent"), tone: "good" }),
          })
        }
        testName={consoleTestNames.resend}
      >
        {say("console.resend")}
      </Button>
    </div>
  );
}

function Attempts({
  delivery,
  onClose,
}: {
  readonly delivery: Delivery;
  readonly onClose: () => void;
}) {
  const say = useConsoleSay();
  const moment = useMoment();
  const { attempts, next_attempt_at: next, event_type: type } = delivery;
  return (
    <Dialog title={type} closeLabel={say("action.close")} shape="wide" onClose={onClose}>
      <ol className="console-attempts" data-testid={consoleTestNames.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <strong>{resultOf(attempt, say)}</strong>
            <span className="muted">
              {moment(attempt.attempted_at)} ·{" "}
              {say("console.milliseconds", { count: attempt.duration_ms })}
            </span>
            {attempt.response_excerpt === null || attempt.response_excerpt === "" ? null : (
              <pre className="console-excerpt">{attempt.response_excerpt}</pre>
            )}
          </li>
        ))}
      </ol>
      {next === null ? null : (
        <p className="muted">{say("console.nextTry", { time: moment(next) })}</p>
      )}
      <Resend delivery={delivery} />
    </Dialog>
  );
}

function useReceiverChoices() {
  const { data } = useReceivers();
  const receivers = data?.pages.flatMap((page) => page.data) ?? [];
  return {
    options: receivers.map(({ id, url }) => ({ value: id, text: url })),
    urlOf: (id: string) => receivers.find((each) => each.id === id)?.url ?? id,
  };
}

/** What the receivers were sent, the newest first, with every try. */
export function Deliveries() {
  const say = useConsoleSay();
  const moment = useMoment();
  const [receiverId, setReceiver] = useState("");
  const [openedId, setOpened] = useState<string | null>(null);
  const { options, urlOf } = useReceiverChoices();
  const { data, error, hasNextPage, fetchNextPage } = useDeliveries(receiverId);
  const rows = data?.pages.flatMap((page) => page.data);
  // As it stands now: what is sent once more is seen to arrive.
  const opened = rows?.find(({ id }) => id === openedId);
  const filter = (
    <ChoiceField
      label={say("console.receiver")}
      isBare
      value={receiverId}
      onChange={setReceiver}
      options={options}
      empty={say("console.allReceivers")}
    />
  );
  return (
    <>
      {error === null ? null : <Banner tone="danger">{consoleFaultText(error, say)}</Banner>}
      <Card title={say("console.deliveries")} aside={filter} isFlush>
        {rows === undefined ? (
          <Skeleton label={say("action.loading")} />
        ) : (
          <div className="table-frame console-table">
            <Table
              label={say("console.deliveries")}
              columns={columnsFor(say, moment, urlOf, ({ id }) => setOpened(id))}
              rows={rows}
              textOf={({ event_type: type }) => type}
              empty={say("console.noDeliveries")}
              rowTestName={consoleTestNames.deliveryRow}
            />
          </div>
        )}
      </Card>
      {hasNextPage ? (
        <Button onPress={() => void fetchNextPage()}>{say("console.more")}</Button>
      ) : null}
      {opened === undefined ? null : <Attempts delivery={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
