import { useState } from "react";
import {
  useClinicParts,
  useDepartmentText,
  usePartChange,
  type ClinicPart,
  type PartKind,
} from "#ui/desk/data/clinic-parts.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { useSay, type Say } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Badge } from "#ui/kit/surfaces.tsx";
import { Table, type TableColumn } from "#ui/kit/table.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { prefixOfCode } from "@edgeward/shared/kernel/token-prefix.ts";
import { PartDialog } from "./part-dialog.tsx";
import { partTexts } from "./part-texts.ts";

interface RowProps {
  readonly kind: PartKind;
  readonly part: ClinicPart;
  readonly onEdit: (part: ClinicPart) => void;
}

function RowActions({ kind, part, onEdit }: RowProps) {
  const say = useSay();
  const isOn = part.status === "active";
  const change = usePartChange(kind, ({ name, status }) => {
    const text = say(status === "active" ? "clinic.switchedOn" : "clinic.switchedOff", { name });
    notify({ text, tone: "good" });
  });
  const turn = () => {
    if (change.isPending) return;
    const onError = (error: unknown) => notify({ text: faultText(error, say), tone: "warning" });
    const status = isOn ? "inactive" : "active";
    change.mutate({ kind: "switch", id: part.id, status }, { onError });
  };
  return (
    <div className="entry-actions">
      <Button
        isSmall
        icon="edit"
        about={part.name}
        onPress={() => onEdit(part)}
        testName={testNames.editPart}
      >
        {say("clinic.edit")}
      </Button>
      <Button isSmall about={part.name} onPress={turn} testName={testNames.switchPart}>
        {say(isOn ? "clinic.switchOff" : "clinic.switchOn")}
      </Button>
    </div>
  );
}

function nameColumns(say: Say): readonly TableColumn<ClinicPart>[] {
  return [
    {
      id: "name",
      width: "3fr",
      title: say("clinic.name"),
      isRowHeader: true,
      cell: (part) => <strong>{part.name}</strong>,
    },
    {
      id: "hi",
      width: "3fr",
      title: say("clinic.nameHi"),
      cell: (part) => <span lang="hi">{part.name_hi}</span>,
    },
    {
      id: "ur",
      width: "3fr",
      title: say("clinic.nameUr"),
      cell: (part) => (
        <span lang="ur" dir="rtl">
          {part.name_ur}
        </span>
      ),
    },
  ];
}

function columnsFor(
  { kind, onEdit }: Omit<RowProps, "part">,
  say: Say,
  departmentText: (code: string) => string,
): readonly TableColumn<ClinicPart>[] {
  const department: TableColumn<ClinicPart> = {
    id: "department",
    width: "3fr",
    title: say("clinic.department"),
    cell: (part) =>
      "department" in part && part.department !== null ? departmentText(part.department) : "",
  };
  const prefix: TableColumn<ClinicPart> = {
    id: "prefix",
    width: 100,
    title: say("clinic.prefix"),
    cell: (part) => ("token_prefix" in part ? (part.token_prefix ?? prefixOfCode(part.code)) : ""),
  };
  return [
    ...nameColumns(say),
    { id: "code", width: 144, title: say(partTexts[kind].code), cell: (part) => part.code },
    ...(kind === "queues" ? [prefix] : []),
    ...(kind === "departments" ? [] : [department]),
    {
      id: "status",
      width: 108,
      title: say("clinic.status"),
      cell: ({ status }) => (
        <Badge tone={status === "active" ? "good" : "neutral"}>
          {say(status === "active" ? "clinic.inUse" : "clinic.notInUse")}
        </Badge>
      ),
    },
    {
      id: "actions",
      width: "fit 300",
      title: say("queue.actions"),
      isUntitled: true,
      cell: (part) => <RowActions kind={kind} part={part} onEdit={onEdit} />,
    },
  ];
}

/** Departments, rooms or queues, one a line; Enter or a button opens one to change it. */
export function PartTable({ kind }: { readonly kind: PartKind }) {
  const say = useSay();
  const departmentText = useDepartmentText();
  const { data } = useClinicParts(kind);
  const [edited, setEdited] = useState<ClinicPart | null>(null);
  return (
    <div className="table-frame">
      <Table
        label={say(partTexts[kind].title)}
        columns={columnsFor({ kind, onEdit: setEdited }, say, departmentText)}
        rows={data ?? []}
        textOf={({ name }) => name}
        empty={say(partTexts[kind].none)}
        onOpen={setEdited}
        rowTestName={testNames.partRow}
      />
      {edited === null ? null : (
        <PartDialog kind={kind} part={edited} onClose={() => setEdited(null)} />
      )}
    </div>
  );
}
