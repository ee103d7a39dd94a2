import { useMemo } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { testNames } from "#ui/test-names.ts";
import { useSupplierNow, useSupplierPages } from "./catalogue-queries.ts";
import type { Supplier } from "./supplier-draft.ts";
import { SupplierForm } from "./supplier-form.tsx";
import { KeptRecord, RecordNow, RecordPage } from "./record-page.tsx";
import { SupplierTable } from "./supplier-table.tsx";

/** The suppliers that fit, as the list shows them. */
function Found({ q }: { readonly q: string | undefined }) {
  const say = useSay();
  const list = useSupplierPages({ q });
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data) ?? [], [data]);
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <>
      <FaultNotice error={error} />
      <Card isFlush>
        {data === undefined && error === null ? (
          <Skeleton label={say("action.loading")} lines={5} />
        ) : (
          <SupplierTable rows={rows} onMore={hasNextPage ? more : undefined} />
        )}
      </Card>
    </>
  );
}

/** The suppliers: of whom goods are ordered, and on which terms. */
export function SuppliersPage() {
  const say = useSay();
  const search = useSearch({ from: "/stores/suppliers" });
  const go = useNavigate({ from: "/stores/suppliers" });
  const toForm = useNavigate();
  const { resume } = useDesk();
  const mayAdd = useMay("suppliers", "create");
  return (
    <section
      className="page ward"
      aria-label={say("catalogue.suppliers")}
      data-testid={testNames.suppliersPage}
    >
      <PageHead title={say("catalogue.suppliers")}>
        {mayAdd ? (
          <Button
            look="primary"
            icon="add"
            onPress={() => void toForm({ to: "/stores/suppliers/new" })}
            testName={testNames.newSupplier}
          >
            {say("catalogue.newSupplier")}
          </Button>
        ) : null}
      </PageHead>
      <UnfinishedForms onContinue={resume} />
      <div className="filter-row">
        <LineField
          label={say("clinic.name")}
          value={search.q ?? ""}
          onChange={(typed) =>
            void go({ search: { q: typed === "" ? undefined : typed }, replace: true })
          }
          testName={testNames.supplierSearch}
        />
      </div>
      <Found q={search.q} />
    </section>
  );
}

function useBack() {
  const say = useSay();
  const go = useNavigate();
  return {
    text: say("catalogue.suppliers"),
    onPress: () => void go({ to: "/stores/suppliers" }),
    testName: testNames.toSuppliers,
  };
}

/** A supplier that is added to the list. */
export function NewSupplierPage() {
  const say = useSay();
  const back = useBack();
  return (
    <RecordPage
      title={say("catalogue.newSupplier")}
      back={back}
      may={useMay("suppliers", "create")}
      testName={testNames.newSupplierPage}
    >
      <KeptRecord<Supplier> record={null} kind={draftKinds.newSupplier} onBack={back.onPress}>
        {(form) => <SupplierForm key={form.resumed?.id ?? ""} supplier={null} {...form} />}
      </KeptRecord>
    </RecordPage>
  );
}

/** One supplier, at its own address. */
export function SupplierPage() {
  const say = useSay();
  const { supplier: id } = useParams({ from: "/stores/suppliers/$supplier" });
  const read = useSupplierNow(id);
  const back = useBack();
  return (
    <RecordPage
      title={read.data?.name ?? say("orders.supplier")}
      about={read.data?.code ?? ""}
      back={back}
      may={useMay("suppliers", "update")}
      testName={testNames.supplierPage}
    >
      <RecordNow read={read}>
        {(supplier) => (
          <KeptRecord
            key={supplier.id}
            record={supplier}
            kind={draftKinds.supplier}
            onBack={back.onPress}
          >
            {(form) => <SupplierForm key={form.resumed?.id ?? ""} supplier={supplier} {...form} />}
          </KeptRecord>
        )}
      </RecordNow>
    </RecordPage>
  );
}
