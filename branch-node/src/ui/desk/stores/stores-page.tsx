import { useState } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useItem, useStockedItems } from "#ui/desk/stock/item-queries.ts";
import { usePlaces } from "#ui/desk/stock/place-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button, IconButton } from "#ui/kit/button.tsx";
import { FindField } from "#ui/kit/find-field.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, PageHead } from "#ui/kit/surfaces.tsx";
import { Tabs } from "#ui/kit/tabs.tsx";
import { testNames } from "#ui/test-names.ts";
import { CountSheet } from "./count/count-sheet.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { useOrders } from "./orders-queries.ts";
import { PlaceDialog } from "./place-dialog.tsx";
import { LowTable, StockTable } from "./stock-table.tsx";
import { lowItems, storeParts, type StorePart, type StoresSearch } from "./stores-list.ts";
import { useStock } from "./stores-queries.ts";
import { useTransfers } from "./transfers/transfer-queries.ts";
import { TransfersTable } from "./transfers/transfers-table.tsx";

const soonMs = 90 * 86_400_000;

/** The day so many days on, YYYY-MM-DD. */
function dayAfter(today: string): string {
  return new Date(Date.parse(today) + soonMs).toISOString().slice(0, 10);
}

function Chosen({ item, onClear }: { readonly item: string; readonly onClear: () => void }) {
  const say = useSay();
  const name = useItem(item)?.name ?? "…";
  return (
    <span className="stores-chosen" data-testid={testNames.stockItem}>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <IconButton icon="close" label={say("stores.allItems")} onPress={onClear} />
    </span>
  );
}

interface FiltersProps {
  readonly search: StoresSearch;
  readonly onChange: (patch: Partial<StoresSearch>) => void;
}

/** Of which item and place stock is shown. */
function Filters({ search, onChange }: FiltersProps) {
  const say = useSay();
  const [typed, setTyped] = useState("");
  const items = useStockedItems(typed);
  const { data: places = [] } = usePlaces();
  return (
    <div className="filter-row">
      {search.item === undefined ? (
        <FindField
          label={say("stores.item")}
          typed={typed}
          onType={setTyped}
          found={items.map(({ id, name, code }) => ({ value: id, text: `${name} · ${code}` }))}
          onChoose={(item) => {
            onChange({ item });
            setTyped("");
          }}
          empty={say("dispense.noItem")}
          testName={testNames.stockFind}
        />
      ) : (
        <Chosen item={search.item} onClear={() => onChange({ item: undefined })} />
      )}
      <ChoiceField
        label={say("stores.place")}
        value={search.place ?? ""}
        onChange={(place) => onChange({ place: place === "" ? undefined : place })}
        empty={say("stores.allPlaces")}
        options={places.map(({ id, name }) => ({ value: id, text: name }))}
        testName={testNames.stockPlace}
      />
    </div>
  );
}

/** What is low, and the way to order it. */
function Low({ rows }: { readonly rows: ReturnType<typeof lowItems> }) {
  const say = useSay();
  const go = useNavigate();
  const mayOrder = useMay("purchase_orders", "create");
  return (
    <>
      <LowTable rows={rows} />
      {mayOrder && rows.length > 0 ? (
        <div className="form-actions stores-cut">
          <Button
            onPress={() => void go({ to: "/stores/orders/new", search: { low: true } })}
            testName={testNames.orderLow}
          >
            {say("stores.orderLow")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** The parts that are no batches at their places. */
const unfiltered: readonly StorePart[] = ["orders", "low", "transit", "count"];

/** What stands under one of the tabs. */
function Part({ part, search }: { readonly part: StorePart; readonly search: StoresSearch }) {
  const say = useSay();
  const today = useToday();
  const stock = useStock(part, search, dayAfter(today));
  const orders = useOrders();
  const rows = stock.data?.rows ?? [];
  const transfers = useTransfers(part === "transit");
  const others: Partial<Record<StorePart, typeof orders | typeof transfers>> = {
    orders,
    transit: transfers,
  };
  const shown = others[part] ?? stock;
  if (part === "count") return <CountSheet place={search.place ?? ""} />;
  return (
    <>
      <FaultNotice error={shown.error} />
      {part === "orders" ? <OrdersTable rows={orders.data?.rows ?? []} /> : null}
      {part === "transit" ? <TransfersTable rows={transfers.data?.rows ?? []} /> : null}
      {part === "low" ? <Low rows={lowItems(rows)} /> : null}
      {unfiltered.includes(part) ? null : <StockTable rows={rows} label={say(`stores.${part}`)} />}
      {shown.data?.isCut === true ? (
        <p className="muted stores-cut">{say("stores.cut", { count: shown.data.rows.length })}</p>
      ) : null}
    </>
  );
}

function Actions() {
  const say = useSay();
  const go = useNavigate();
  const mayOrder = useMay("purchase_orders", "create");
  const maySetUp = useMay("stock_locations", "create");
  const mayPut = useMay("stock", "create");
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      {mayPut ? (
        <Button onPress={() => void go({ to: "/stores/opening" })} testName={testNames.putOnRecord}>
          {say("catalogue.opening")}
        </Button>
      ) : null}
      {maySetUp ? (
        <Button onPress={() => setAdding(true)} testName={testNames.addPlace}>
          {say("stores.addPlace")}
        </Button>
      ) : null}
      {mayOrder ? (
        <Button
          look="primary"
          icon="add"
          onPress={() => void go({ to: "/stores/orders/new" })}
          testName={testNames.newOrder}
        >
          {say("orders.new")}
        </Button>
      ) : null}
      {isAdding ? <PlaceDialog onClose={() => setAdding(false)} /> : null}
    </>
  );
}

/** The stores: what is there by batch and place, what expires or is low, what is set aside, and what is ordered. */
export function StoresPage() {
  const say = useSay();
  const search = useSearch({ from: "/stores" });
  const go = useNavigate({ from: "/stores" });
  const { resume } = useDesk();
  const mayOrder = useMay("purchase_orders", "read");
  const mayTransfer = useMay("stock_transfers", "read");
  const mayCount = useMay("stock_moves", "create");
  const part = search.show ?? "stock";
  return (
    <section className="page ward" aria-label={say("stores.title")}>
      <PageHead title={say("stores.title")}>
        <Actions />
      </PageHead>
      <UnfinishedForms onContinue={resume} />
      {unfiltered.includes(part) ? null : (
        <Filters
          search={search}
          onChange={(patch) => void go({ search: { ...search, ...patch }, replace: true })}
        />
      )}
      <Card isFlush testName={testNames.storesList}>
        <Tabs
          label={say("stores.title")}
          items={storeParts
            .filter(
              (id) =>
                (mayOrder || id !== "orders") &&
                (mayTransfer || id !== "transit") &&
                (mayCount || id !== "count"),
            )
            .map((id) => ({
              id,
              text: say(`stores.${id}`),
              testName: `${testNames.storePart}-${id}`,
            }))}
          chosen={part}
          onChoose={(id) =>
            void go({
              search: { show: storeParts.find((one) => one === id) },
              replace: true,
            })
          }
        >
          <Part part={part} search={search} />
        </Tabs>
      </Card>
    </section>
  );
}
