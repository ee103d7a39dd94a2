import { useState, type FormEvent } from "react";
import { ApiError } from "@edgeward/shared/contract/client.ts";
import type { SavedSearch } from "@edgeward/shared/clinical/saved-searches/saved-searches.contract.ts";
import { faultText } from "#ui/desk/data/faults.ts";
import { useSavedSearches, useSearchChange } from "#ui/desk/data/saved-searches.ts";
import { FaultNotice } from "#ui/desk/shell/notice.tsx";
import { useMay } from "#ui/desk/session/permissions.ts";
import { FormActions } from "#ui/desk/shell/form-actions.tsx";
import { useSay } from "#ui/i18n/text.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog } from "#ui/kit/dialog.tsx";
import { Menu, type MenuAction, type MenuGroup } from "#ui/kit/menu.tsx";
import { LineField } from "#ui/kit/text-field.tsx";
import { notify } from "#ui/kit/toast.tsx";
import { testNames } from "#ui/test-names.ts";
import { isSameSearch, readFilters, type PatientFilters } from "./patient-filters.ts";

const longestName = 60;

interface NameDialogProps {
  readonly filters: PatientFilters;
  /** The search that gets another name; null for a new one. */
  readonly search: SavedSearch | null;
  readonly onClose: () => void;
}

function useNaming({ filters, search, onClose }: NameDialogProps) {
  const say = useSay();
  const [name, setName] = useState(search?.name ?? "");
  const [fault, setFault] = useState<string>();
  const change = useSearchChange((saved) => {
    notify({ text: say("searches.saved", { name: saved.name }), tone: "good" });
    onClose();
  });
  const isTaken = change.error instanceof ApiError && change.error.code === "duplicate_value";

  function submit(event: FormEvent): void {
    event.preventDefault();
    const text = name.trim();
    if (change.isPending) return;
    if (text === "" || text.length > longestName) return setFault(say("searches.needsName"));
    change.mutate(
      search === null
        ? { kind: "save", page: "patients", name: text, filters }
        : { kind: "rename", id: search.id, name: text },
    );
  }

  function write(next: string): void {
    setName(next);
    setFault(undefined);
    change.reset();
  }

  return {
    name,
    write,
    submit,
    fault: isTaken ? say("searches.nameTaken") : fault,
    error: isTaken ? null : change.error,
  };
}

/** Asks under which name the present filters are found again. */
function NameDialog(props: NameDialogProps) {
  const { search, onClose } = props;
  const say = useSay();
  const naming = useNaming(props);
  const title = say(search === null ? "searches.save" : "searches.rename");
  return (
    <Dialog title={title} closeLabel={say("action.close")} onClose={onClose}>
      <form className="dialog-form" onSubmit={naming.submit}>
        <LineField
          label={say("searches.name")}
          value={naming.name}
          onChange={naming.write}
          fault={naming.fault}
          takesFocus
          testName={testNames.searchName}
        />
        <FaultNotice error={naming.error} />
        <FormActions
          action={say("searches.keep")}
          testName={testNames.confirmSearchName}
          onLeave={onClose}
          leave="action.close"
        />
      </form>
    </Dialog>
  );
}

interface SavedSearchesProps {
  readonly filters: PatientFilters;
  readonly onChoose: (filters: PatientFilters) => void;
}

function useRemoval(): (search: SavedSearch) => void {
  const say = useSay();
  const { mutate, isPending } = useSearchChange(({ name }) =>
    notify({ text: say("searches.removed", { name }), tone: "good" }),
  );
  return ({ id }) => {
    if (isPending) return;
    const onError = (error: unknown) => notify({ text: faultText(error, say), tone: "warning" });
    mutate({ kind: "remove", id }, { onError });
  };
}

type Naming = Pick<NameDialogProps, "search"> | null;

/** What the menu offers: the saved searches, and what can be done with the one that is shown. */
function useGroups(
  { filters, onChoose }: SavedSearchesProps,
  onName: (naming: Naming) => void,
): readonly MenuGroup[] {
  const say = useSay();
  const searches = useSavedSearches("patients");
  const remove = useRemoval();
  const shown = searches.find((each) => isSameSearch(readFilters(each.filters), filters));
  const saved = searches.map((each): MenuAction => ({
    id: each.id,
    text: each.name,
    isChosen: each === shown,
    testName: "saved-search",
    onAction: () => onChoose(readFilters(each.filters)),
  }));
  const save: MenuAction = {
    id: "save",
    text: say("searches.save"),
    icon: "add",
    isDisabled: Object.keys(filters).length === 0,
    testName: "save-search",
    onAction: () => onName({ search: null }),
  };
  const ofShown = (search: SavedSearch): readonly MenuAction[] => [
    {
      id: "rename",
      text: say("searches.renameThis", { name: search.name }),
      icon: "edit",
      testName: "rename-search",
      onAction: () => onName({ search }),
    },
    {
      id: "remove",
      text: say("searches.removeThis", { name: search.name }),
      icon: "close",
      testName: "remove-search",
      onAction: () => remove(search),
    },
  ];
  const rest = { actions: shown === undefined ? [save] : ofShown(shown) };
  return saved.length === 0 ? [rest] : [{ title: say("searches.own"), actions: saved }, rest];
}

/** The searches of the patients' list that the person at the desk has named: found again, renamed, removed. */
export function SavedSearches(props: SavedSearchesProps) {
  const say = useSay();
  const maySave = useMay("saved_searches", "create");
  const [naming, setNaming] = useState<Naming>(null);
  const groups = useGroups(props, setNaming);
  if (!maySave) return null;
  const { filters } = props;
  return (
    <>
      <Menu label={say("searches.own")} groups={groups}>
        <Button icon="search" testName={testNames.savedSearches}>
          {say("searches.own")}
        </Button>
      </Menu>
      {naming === null ? null : (
        <NameDialog filters={filters} search={naming.search} onClose={() => setNaming(null)} />
      )}
    </>
  );
}
