import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { GridList } from "#ui/kit/grid-list.tsx";
import { Icon, iconNames } from "#ui/kit/icon.tsx";
import { MoveList } from "#ui/kit/move-list.tsx";
import { Badge, Card } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import type { KitTexts } from "./texts.ts";

interface CollectionsProps {
  readonly texts: KitTexts;
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

function columnsFor(texts: KitTexts): readonly TableColumn<Waiting>[] {
  return [
    {
      id: "token",
      title: texts.token,
      isRowHeader: true,
      width: 140,
      cell: ({ token }) => <strong>{token}</strong>,
    },
    { id: "patient", title: texts.patient, width: "1fr", cell: ({ name }) => name },
    {
      id: "state",
      title: texts.state,
      width: 160,
      cell: () => (
        <Badge tone="warning" icon="pending">
          {texts.waiting}
        </Badge>
      ),
    },
    {
      id: "action",
      title: texts.action,
      isUntitled: true,
      width: 120,
      cell: ({ name }) => (
        <Button isSmall about={name}>
          {texts.call}
        </Button>
      ),
    },
  ];
}

function Queue({ texts }: CollectionsProps) {
  const [tab, setTab] = useState("waiting");
  const [chosen, setChosen] = useState<string | null>("1");
  return (
    <Card title={texts.queue} isFlush>
      <Tabs
        label={texts.queue}
        chosen={tab}
        onChoose={setTab}
        items={[
          { id: "waiting", text: texts.waiting, count: queue.length },
          { id: "booked", text: texts.booked, count: 0 },
        ]}
      >
        <Table
          label={texts.queue}
          columns={columnsFor(texts)}
          rows={tab === "waiting" ? queue : []}
          textOf={({ name }) => name}
          empty={texts.nobody}
          chosen={chosen}
          onChoose={setChosen}
          testName="kit-table"
        />
      </Tabs>
    </Card>
  );
}

/** Whoever is let go on somebody else takes their place. */
function Moved({ texts }: CollectionsProps) {
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
    <Card title={texts.moved} isFlush>
      <MoveList
        label={texts.moved}
        items={order}
        textOf={({ name }) => name}
        empty={texts.nobody}
        lookOf={() => "info"}
        onOpen={() => {}}
        mayLeave={() => true}
        mayReceive={() => true}
        handleLabel={({ name }) => `${texts.drag} ${name}`}
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
export function Collections({ texts }: CollectionsProps) {
  return (
    <>
      <Queue texts={texts} />
      <Card title={texts.people} isFlush>
        <GridList
          label={texts.people}
          items={queue}
          textOf={({ name }) => name}
          empty={texts.nobody}
        >
          {({ name, token }) => (
            <>
              <span>{name}</span>
              <Badge tone="info">{token}</Badge>
              <Button isSmall look="quiet" about={name}>
                {texts.print}
              </Button>
            </>
          )}
        </GridList>
      </Card>
      <Moved texts={texts} />
      <Card title={texts.long} isFlush>
        <div className="kit-long">
          <Table
            label={texts.long}
            columns={columnsFor(texts)}
            rows={thousands}
            textOf={({ name }) => name}
            empty={texts.nobody}
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
