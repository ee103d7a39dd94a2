import { useMemo } from "react";
import { useNavigate } from "@tanstack/react-router";
import { phoneText } from "#ui/desk/patients/phone-text.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { testNames } from "#ui/test-names.ts";
import type { Supplier } from "./supplier-draft.ts";

function columnsFor(say: Say): readonly TableColumn<Supplier>[] {
  return [
    {
      id: "name",
      width: "6fr",
      title: say("clinic.name"),
      isRowHeader: true,
      cell: ({ name }) => <bdi className="list-text">{name}</bdi>,
    },
    {
      id: "code",
      width: 150,
      title: say("clinic.code"),
      cell: ({ code }) => <bdi>{code}</bdi>,
    },
    {
      id: "gstin",
      width: 190,
      title: say("catalogue.gstin"),
      cell: ({ gstin }) => <bdi>{gstin}</bdi>,
    },
    {
      id: "contact",
      width: "3fr",
      title: say("catalogue.contact"),
      cell: ({ contact_name: name }) => <bdi className="list-text">{name}</bdi>,
    },
    {
      id: "phone",
      width: 160,
      title: say("patient.phone"),
      cell: ({ phone }) => (phone === null ? null : <bdi dir="ltr">{phoneText(phone)}</bdi>),
    },
    {
      id: "state",
      width: 120,
      title: say("shift.state"),
      cell: ({ status }) => (
        <Badge tone={status === "active" ? "good" : "neutral"}>{say(`state.${status}`)}</Badge>
      ),
    },
  ];
}

interface SupplierTableProps {
  readonly rows: readonly Supplier[];
  /** Reads what comes after the rows. */
  readonly onMore: (() => void) | undefined;
}

/** Suppliers: arrow keys from line to line, Enter opens one. */
export function SupplierTable({ rows, onMore }: SupplierTableProps) {
  const say = useSay();
  const go = useNavigate();
  const columns = useMemo(() => columnsFor(say), [say]);
  return (
    <div className="list-frame queue-frame">
      <Table
        isVirtual
        label={say("catalogue.suppliers")}
        columns={columns}
        rows={rows}
        textOf={({ name }) => name}
        empty={say("catalogue.none")}
        onOpen={({ id }) =>
          void go({ to: "/stores/suppliers/$supplier", params: { supplier: id } })
        }
        onMore={onMore}
        rowTestName={testNames.supplierRow}
      />
    </div>
  );
}
