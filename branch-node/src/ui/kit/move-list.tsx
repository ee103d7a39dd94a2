import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { GridList, GridListItem } from "react-aria-components/GridList";
import { useDragAndDrop } from "react-aria-components/useDragAndDrop";
import { Icon } from "./icon.tsx";

// Only what such a list has let go of is taken by another.
const dragged = "application/x-edgeward-entry";

interface MoveListProps<T extends { readonly id: string }> {
  readonly label: string;
  readonly items: readonly T[];
  readonly textOf: (item: T) => string;
  readonly empty: ReactNode;
  readonly lookOf: (item: T) => string;
  readonly onOpen: (item: T) => void;
  readonly mayLeave: (item: T) => boolean;
  readonly mayReceive: (item: T) => boolean;
  /** What a drag's handle is called. */
  readonly handleLabel: (item: T) => string;
  /** An entry of this list or another of the page was let go on one that may receive it. */
  readonly onReceive: (leftId: string, item: T) => void;
  readonly children: (item: T) => ReactNode;
  /** In which rows of the list's grid an entry stands, where it does not follow the one before. */
  readonly rowsOf?: (item: T) => string | undefined;
  readonly itemTestName?: string;
  readonly testName?: string;
}

function useMoves<T extends { readonly id: string }>(props: MoveListProps<T>) {
  const { items, mayLeave, mayReceive, onReceive } = props;
  const itemOf = (key: string | number) => items.find(({ id }) => id === String(key));
  return useDragAndDrop({
    getItems: (keys) =>
      [...keys].flatMap((key) => {
        const item = itemOf(key);
        return item !== undefined && mayLeave(item) ? [{ [dragged]: item.id }] : [];
      }),
    acceptedDragTypes: [dragged],
    shouldAcceptItemDrop: ({ key }) => {
      const item = itemOf(key);
      return item !== undefined && mayReceive(item);
    },
    onItemDrop: ({ target, items: left }) => {
      const item = itemOf(target.key);
      const [first] = left;
      if (item === undefined || first?.kind !== "text") return;
      void first.getText(dragged).then((leftId) => onReceive(leftId, item));
    },
  }).dragAndDropHooks;
}

/** A list between whose entries, and those of its like, something is moved: by the mouse, by touch, and by keys from its handle. */
export function MoveList<T extends { readonly id: string }>(props: MoveListProps<T>) {
  const { label, items, textOf, empty, lookOf, onOpen, mayLeave, handleLabel, children } = props;
  return (
    <GridList
      aria-label={label}
      className="grid-list move-list"
      dragAndDropHooks={useMoves(props)}
      data-testid={props.testName}
      renderEmptyState={() => <div className="table-empty">{empty}</div>}
      onAction={(key) => {
        const item = items.find(({ id }) => id === String(key));
        if (item !== undefined) onOpen(item);
      }}
    >
      {items.map((item) => (
        <GridListItem
          key={item.id}
          id={item.id}
          textValue={textOf(item)}
          {...(props.rowsOf === undefined ? {} : { style: { gridRow: props.rowsOf(item) } })}
          className={`grid-item move-item move-${lookOf(item)}`}
          data-testid={props.itemTestName}
        >
          {children(item)}
          {mayLeave(item) ? (
            <Button slot="drag" className="move-handle" aria-label={handleLabel(item)}>
              <Icon name="grip" />
            </Button>
          ) : null}
        </GridListItem>
      ))}
    </GridList>
  );
}
