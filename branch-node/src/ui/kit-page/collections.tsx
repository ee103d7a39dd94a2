import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { GridList } from "#ui/kit/grid-list.tsx";
import { Icon, iconNames } from "#ui/kit/icon.tsx";
import { MoveList } from "#ui/kit/move-list.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import type { KitWords } from "./words.ts";

interface CollectionsProps {
  readonly words: KitWords;
}

interface Waiting {
  readonly id: string;
  readonly token: string;
  readonly name: string;
}

const queue: readonly Waiting[] = [
  { id: "1", token: "GEN-002", name: "Kavita Nimbalkar" },
  { id: "2", token: "OBS-001", name: "सविता जाधव" },
  { id: "3", token: "GEN-003", name: "Venkatanarasimharajuvaripeta Subrahmanyam" },
];

const thousands = Array.from({ length: 5000 }, (_, place) => ({
  id: String(place),
  token: `GEN-${String(place + 1).padStart(4, "0")}`,
  name: `Lakshmi Chavan ${place + 1}`,
}));

function columnsFor(words: KitWords): readonly TableColumn<Waiting>[] {
  return [
    {
      id: "token",
      title: words.token,
      isRowHeader: true,
      width: 140,
      cell: ({ token }) => <strong>{token}</strong>,
    },
    { id: "patient", title: words.patient, width: "1fr", cell: ({ name }) => name },
    {
      id: "state",
      title: words.state,
      width: 160,
      cell: () => (
        <Badge tone="warning" icon="pending">
          {words.waiting}
        </Badge>
      ),
    },
    {
      id: "action",
      title: words.action,
      isUntitled: true,
      width: 120,
      cell: ({ name }) => (
        <Button isSmall about={name}>
          {words.call}
        </Button>
      ),
    },
  ];
}

function Queue({ words }: CollectionsProps) {
  const [tab, setTab] = useState("waiting");
  const [chosen, setChosen] = useState<string | null>("1");
  return (
    <Card title={words.queue} isFlush>
      <Tabs
        label={words.queue}
        chosen={tab}
        onChoose={setTab}
        items={[
          { id: "waiting", text: words.waiting, count: queue.length },
          { id: "booked", text: words.booked, count: 0 },
        ]}
      >
        <Table
          label={words.queue}
          columns={columnsFor(words)}
          rows={tab === "waiting" ? queue : []}
          textOf={({ name }) => name}
          empty={words.nobody}
          chosen={chosen}
          onChoose={setChosen}
          testName="kit-table"
        />
      </Tabs>
    </Card>
  );
}

/** Whoever is let go on somebody else takes their place. */
function Moved({ words }: CollectionsProps) {
  const [order, setOrder] = useState(queue);
  function receive(leftId: string, { id }: Waiting): void {
    const left = order.find((each) => each.id === leftId);
    if (left === undefined || leftId === id) return;
    const others = order.filter((each) => each.id !== leftId);
    setOrder(
      others.toSpliced(
        order.findIndex((each) => each.id === id),
        0,
        left,
      ),
    );
  }
  return (
    <Card title={words.moved} isFlush>
      <MoveList
        label={words.moved}
        items={order}
        textOf={({ name }) => name}
        empty={words.nobody}
        lookOf={() => "info"}
        onOpen={() => {}}
        mayLeave={() => true}
        mayReceive={() => true}
        handleLabel={({ name }) => `${words.drag} ${name}`}
        onReceive={receive}
        testName="kit-moved"
      >
        {({ name, token }) => (
          <>
            <span>{name}</span>
            <Badge tone="info">{token}</Badge>
          </>
        )}
      </MoveList>
    </Card>
  );
}

/** Tabs, tables and lists: with rows, without, and with thousands. */
export function Collections({ words }: CollectionsProps) {
  return (
    <>
      <Queue words={words} />
      <Card title={words.people} isFlush>
        <GridList
          label={words.people}
          items={queue}
          textOf={({ name }) => name}
          empty={words.nobody}
        >
          {({ name, token }) => (
            <>
              <span>{name}</span>
              <Badge tone="info">{token}</Badge>
              <Button isSmall look="quiet" about={name}>
                {words.print}
              </Button>
            </>
          )}
        </GridList>
      </Card>
      <Moved words={words} />
      <Card title={words.long} isFlush>
        <div className="kit-long">
          <Table
            label={words.long}
            columns={columnsFor(words)}
            rows={thousands}
            textOf={({ name }) => name}
            empty={words.nobody}
            isVirtual
            testName="kit-long-table"
          />
        </div>
      </Card>
      <Card>
        <div className="kit-row">
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </div>
      </Card>
    </>
  );
}
