import { useMemo } from "react";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { DraftOffer } from "#ui/desk/drafts/draft-offer.tsx";
import { draftKinds } from "#ui/desk/drafts/draft-wire.ts";
import { UnfinishedForms } from "#ui/desk/drafts/unfinished-forms.tsx";
import { useResumed } from "#ui/desk/drafts/use-resumed.ts";
import { useDesk } from "#ui/desk/shell/desk-actions.tsx";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/shell/permissions.ts";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, PageHead, Skeleton } from "#ui/kit/surfaces.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { useSupplierNow, useSupplierPages } from "./catalogue-queries.ts";
import type { Supplier } from "./supplier-draft.ts";
import { SupplierForm } from "./supplier-form.tsx";
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

function ToSuppliers() {
  const say = useSay();
  const go = useNavigate();
  return (
    <Button onPress={() => void go({ to: "/stores/suppliers" })} testName={testNames.toSuppliers}>
      {say("catalogue.suppliers")}
    </Button>
  );
}

function Body({ supplier }: { readonly supplier: Supplier | null }) {
  const say = useSay();
  const go = useNavigate();
  const { resume, formLeft } = useDesk();
  const kind = supplier === null ? draftKinds.newSupplier : draftKinds.supplier;
  const resumed = useResumed(kind, supplier?.id ?? null);
  const back = () => {
    formLeft();
    void go({ to: "/stores/suppliers" });
  };
  return (
    <DraftOffer
      kind={kind}
      entityId={supplier?.id ?? null}
      resumed={resumed}
      onContinue={resume}
      isOneOfMany={supplier === null}
    >
      <SupplierForm
        key={resumed?.id ?? ""}
        supplier={supplier}
        resumed={resumed}
        onSaved={({ name }) => {
          notify({ text: say("clinic.saved", { name }), tone: "good" });
          back();
        }}
        onLeave={back}
      />
    </DraftOffer>
  );
}

/** A supplier that is added to the list. */
export function NewSupplierPage() {
  const say = useSay();
  const mayAdd = useMay("suppliers", "create");
  return (
    <section
      className="page ward"
      aria-label={say("catalogue.newSupplier")}
      data-testid={testNames.newSupplierPage}
    >
      <PageHead title={say("catalogue.newSupplier")}>
        <ToSuppliers />
      </PageHead>
      {mayAdd ? <Body supplier={null} /> : <p className="muted">{say("fault.forbidden")}</p>}
    </section>
  );
}

/** One supplier, at its own address. */
export function SupplierPage() {
  const say = useSay();
  const { supplier: id } = useParams({ from: "/stores/suppliers/$supplier" });
  const { data: supplier, error } = useSupplierNow(id);
  const mayChange = useMay("suppliers", "update");
  const title = supplier?.name ?? say("orders.supplier");
  return (
    <section className="page ward" aria-label={title} data-testid={testNames.supplierPage}>
      <PageHead title={title} about={supplier?.code ?? ""}>
        <ToSuppliers />
      </PageHead>
      <FaultNotice error={error} />
      {supplier === undefined && error === null ? <Skeleton label={say("action.loading")} /> : null}
      {supplier !== undefined && mayChange ? <Body key={supplier.id} supplier={supplier} /> : null}
      {mayChange ? null : <p className="muted">{say("fault.forbidden")}</p>}
    </section>
  );
}
