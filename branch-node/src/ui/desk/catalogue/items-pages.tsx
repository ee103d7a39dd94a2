import { useMemo, useState } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { itemKinds } from "@edgeward/shared/clinical/items/items.contract.ts";
import { keepCsv } from "#ui/desk/data/csv.ts";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { useToday } from "#ui/desk/shell/moments.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import type { Item } from "#ui/desk/stock/item-queries.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChoiceField } from "#ui/kit/select.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import type { ItemsSearch } from "./catalogue-address.ts";
import { useItemNow, useItemPages, useItemsFile } from "./catalogue-queries.ts";
import { CsvDialog } from "./csv-dialog.tsx";
import { ItemForm } from "./item-form.tsx";
import { KeptRecord, RecordNow, RecordPage } from "./record-page.tsx";
import { ItemTable } from "./item-table.tsx";

function Actions() {
  const say = useSay();
  const go = useNavigate();
  const today = useToday();
  const mayAdd = useMay("items", "create");
  const [isTaking, setTaking] = useState(false);
  const file = useItemsFile((blob) => {
    void blob.text().then((text) => keepCsv(`items-${today}.csv`, text));
  });
  return (
    <>
      <Button onPress={() => file.mutate()} isDisabled={file.isPending} testName={testNames.csvOut}>
        {say("revenue.csv")}
      </Button>
      {mayAdd ? (
        <>
          <Button onPress={() => setTaking(true)} testName={testNames.csvIn}>
            {say("catalogue.csvIn")}
          </Button>
          <Button
            look="primary"
            icon="add"
            onPress={() => void go({ to: "/stores/items/new" })}
            testName={testNames.newItem}
          >
            {say("catalogue.newItem")}
          </Button>
        </>
      ) : null}
      {isTaking ? <CsvDialog onClose={() => setTaking(false)} /> : null}
    </>
  );
}

function Filters({
  search,
  onChange,
}: {
  readonly search: ItemsSearch;
  readonly onChange: (patch: ItemsSearch) => void;
}) {
  const say = useSay();
  return (
    <div className="filter-row">
      <LineField
        label={say("catalogue.search")}
        value={search.q ?? ""}
        onChange={(typed) => onChange({ q: typed === "" ? undefined : typed })}
        testName={testNames.itemSearch}
      />
      <ChoiceField
        label={say("stores.kind")}
        value={search.kind ?? ""}
        onChange={(chosen) => onChange({ kind: itemKinds.find((one) => one === chosen) })}
        empty={say("patients.all")}
        options={itemKinds.map((value) => ({ value, text: say(`itemKind.${value}`) }))}
        testName={testNames.itemFilter}
      />
    </div>
  );
}

/** The list of items: what is bought, kept and charged for. */
export function ItemsPage() {
  const say = useSay();
  const search = useSearch({ from: "/stores/items" });
  const go = useNavigate({ from: "/stores/items" });
  const { resume } = useDesk();
  const list = useItemPages(search);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <section
      className="page ward"
      aria-label={say("catalogue.items")}
      data-testid={testNames.itemsPage}
    >
      <PageHead title={say("catalogue.items")}>
        <Actions />
      </PageHead>
      <UnfinishedForms onContinue={resume} />
      <Filters
        search={search}
        onChange={(patch) => void go({ search: { ...search, ...patch }, replace: true })}
      />
      <FaultNotice error={error} />
      <Card isFlush>
        {data === undefined && error === null ? (
          <Skeleton label={say("action.loading")} lines={8} />
        ) : (
          <ItemTable rows={rows} onMore={hasNextPage ? more : undefined} />
        )}
      </Card>
    </section>
  );
}

function useBack() {
  const say = useSay();
  const go = useNavigate();
  return {
    text: say("catalogue.items"),
    onPress: () => void go({ to: "/stores/items" }),
    testName: testNames.toItems,
  };
}

/** An item that is added to the list. */
export function NewItemPage() {
  const say = useSay();
  const back = useBack();
  return (
    <RecordPage
      title={say("catalogue.newItem")}
      back={back}
      may={useMay("items", "create")}
      testName={testNames.newItemPage}
    >
      <KeptRecord<Item> record={null} kind={draftKinds.newItem} onBack={back.onPress}>
        {(form) => <ItemForm key={form.resumed?.id ?? ""} item={null} {...form} />}
      </KeptRecord>
    </RecordPage>
  );
}

/** One item of the list, at its own address. */
export function ItemPage() {
  const say = useSay();
  const { item: id } = useParams({ from: "/stores/items/$item" });
  const read = useItemNow(id);
  const back = useBack();
  return (
    <RecordPage
      title={read.data?.name ?? say("stores.item")}
      about={read.data?.code ?? ""}
      back={back}
      may={useMay("items", "update")}
      testName={testNames.itemPage}
    >
      <RecordNow read={read}>
        {(item) => (
          <KeptRecord key={item.id} record={item} kind={draftKinds.item} onBack={back.onPress}>
            {(form) => <ItemForm key={form.resumed?.id ?? ""} item={item} {...form} />}
          </KeptRecord>
        )}
      </RecordNow>
    </RecordPage>
  );
}
