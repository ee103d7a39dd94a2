import type { ReactNode } from "react";
import { GridList as AriaGridList, GridListItem } from "react-aria-components/GridList";
import { useSteadyRows } from "./steady-rows.ts";

interface GridListProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  readonly textOf: (item: T) => string;
  readonly empty: ReactNode;
  readonly onOpen?: (item: T) => void;
  /** Its entries stand beside each other, and arrow keys go in both directions. */
  readonly isTiled?: boolean;
  readonly itemTestName?: string;
  readonly children: (item: T) => ReactNode;
  readonly testName?: string;
}

/** A list whose entries hold buttons of their own: arrow keys between the entries, Tab past the whole. */
export function GridList<T extends { readonly id: string }>(props: GridListProps<T>) {
  const { label, items, textOf, empty, onOpen, isTiled = false, children } = props;
  const { shown, aim } = useSteadyRows(items);
  return (
    <AriaGridList
      {...aim}
      aria-label={label}
      className={isTiled ? "grid-list grid-tiles" : "grid-list"}
      layout={isTiled ? "grid" : "stack"}
      data-testid={props.testName}
      renderEmptyState={() => <div className="table-empty">{empty}</div>}
      {...(onOpen === undefined
        ? {}
        : {
            onAction: (key) => {
              const item = shown.find(({ id }) => id === String(key));
              if (item !== undefined) onOpen(item);
            },
          })}
    >
      {shown.map((item) => (
        <GridListItem
          key={item.id}
          id={item.id}
          textValue={textOf(item)}
          className="grid-item"
          data-testid={props.itemTestName}
        >
          {children(item)}
        </GridListItem>
      ))}
    </AriaGridList>
  );
}
